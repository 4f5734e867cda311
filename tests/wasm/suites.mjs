// Runs tests of this repository inside Pyodide, against the program that `make pocket` has packed:
// node tests/wasm/suites.mjs SITE WHEELS REPORT EVERY ARGUMENTS…
// SITE has pytest and what it needs, WHEELS has hypothesis for that platform; of a function's cases each EVERY-th is run.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [site, wheels, report, every, ...given] = process.argv.slice(2);
const pyodide = resolve('.tools/pyodide/node_modules/pyodide');
const { loadPyodide } = await import(pathToFileURL(join(pyodide, 'pyodide.mjs')).href);
const python = await loadPyodide({ env: { HOME: '/tmp', CROWNED_HYPOTHESIS: process.env.CROWNED_HYPOTHESIS ?? 'normal' } });

const mount = (place, folder) => {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, resolve(folder));
};
mount('/pocket', 'build/pocket');
mount('/wheels', wheels);
mount('/report', dirname(report));
for (const name of ['tests', 'docs', 'bench', 'fuzz', 'src']) mount(`/repo/${name}`, name);
python.FS.writeFile('/repo/pyproject.toml', readFileSync('pyproject.toml'));
for (const name of ['pytest', '_pytest', 'pluggy', 'iniconfig', 'packaging', 'pygments', 'sortedcontainers', 'attr', 'attrs']) mount(`/deps/${name}`, join(site, name));
for (const name of readdirSync(site).filter((name) => /^(pytest|pluggy|hypothesis)-[\d.]+\.dist-info$/.test(name))) mount(`/deps/${name}`, join(site, name));
python.FS.writeFile('/deps/py.py', readFileSync(join(site, 'py.py')));

python.runPython(readFileSync(new URL('suites.py', import.meta.url), 'utf8'));
process.exitCode = python.globals.get('run')(`/report/${report.slice(dirname(report).length + 1)}`, Number(every), ...given);

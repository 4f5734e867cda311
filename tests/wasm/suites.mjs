// Runs tests of this repository inside Pyodide, against the program that `make pocket` has packed, or against the sources
// with the core that is a sample: node tests/wasm/suites.mjs BUILT SITE WHEELS REPORT EVERY ARGUMENTS…
// BUILT is the folder of one or the other. SITE has pytest and what it needs, WHEELS has hypothesis for that platform; EVERY says how large a sample is run (suites.py).
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [built, site, wheels, report, every, ...given] = process.argv.slice(2);
const pyodide = resolve('.tools/pyodide/node_modules/pyodide');
const { loadPyodide } = await import(pathToFileURL(join(pyodide, 'pyodide.mjs')).href);
const python = await loadPyodide({ env: { HOME: '/tmp', CROWNED_HYPOTHESIS: process.env.CROWNED_HYPOTHESIS ?? 'normal' } });

const mount = (place, folder) => {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, resolve(folder));
};
/** The package as it lies here, but for the core, which is another one. */
function assemble() {
  python.FS.mkdirTree('/site/crowned/_native');
  python.FS.writeFile('/site/crowned/_native/__init__.py', readFileSync('src/crowned/_native/__init__.py'));
  python.FS.writeFile('/site/crowned/_native/_wasm.so', readFileSync(join(built, '_wasm.so')));
  for (const name of readdirSync('src/crowned').filter((name) => name !== '_native')) {
    const path = join('src/crowned', name);
    if (statSync(path).isDirectory()) mount(`/site/crowned/${name}`, path);
    else python.FS.writeFile(`/site/crowned/${name}`, readFileSync(path));
  }
}

if (existsSync(join(built, 'site.bin'))) mount('/pocket', built);
else assemble();
mount('/wheels', wheels);
mount('/report', dirname(report));
for (const name of ['tests', 'docs', 'bench', 'fuzz', 'src']) mount(`/repo/${name}`, name);
python.FS.writeFile('/repo/pyproject.toml', readFileSync('pyproject.toml'));
for (const name of ['pytest', '_pytest', 'pluggy', 'iniconfig', 'packaging', 'pygments', 'sortedcontainers', 'attr', 'attrs']) mount(`/deps/${name}`, join(site, name));
for (const name of readdirSync(site).filter((name) => /^(pytest|pluggy|hypothesis)-[\d.]+\.dist-info$/.test(name))) mount(`/deps/${name}`, join(site, name));
python.FS.writeFile('/deps/py.py', readFileSync(join(site, 'py.py')));

python.runPython(readFileSync(new URL('suites.py', import.meta.url), 'utf8'));
process.exitCode = python.globals.get('run')(`/report/${report.slice(dirname(report).length + 1)}`, every, ...given);

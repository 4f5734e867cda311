// Packs what a browser needs to be its own server: node scripts/pocket.mjs PYODIDE WHEELS SITE MODULE OUT
// Python files are compiled by the very Python that will run them, so that a start in the browser compiles nothing.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

process.on('uncaughtException', (error) => {
  console.error(String(error)); // else Node prints the whole of Pyodide before it
  process.exit(1);
});
const [pyodide, wheels, site, module, out] = process.argv.slice(2).map((path) => resolve(path));
const { loadPyodide } = await import(pathToFileURL(join(pyodide, 'pyodide.mjs')).href);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// Compiled without the columns of errors, which nobody sees, Python is a quarter smaller.
const python = await loadPyodide({ env: { HOME: '/home/pyodide', PYTHONNODEBUGRANGES: '1' } });
for (const [place, folder] of Object.entries({ '/in/pyodide': pyodide, '/in/wheels': wheels, '/in/site': site, '/in/src': resolve('src'), '/out': out })) {
  python.FS.mkdirTree(place);
  python.mountNodeFS(place, folder);
}
python.FS.writeFile('/module.so', readFileSync(module));
python.runPython(readFileSync(new URL('pocket.py', import.meta.url), 'utf8'));

copyFileSync(join(pyodide, 'pyodide.mjs'), join(out, 'pyodide.mjs'));
copyFileSync(join(pyodide, 'pyodide.asm.mjs'), join(out, 'pyodide.asm.mjs'));

const names = readdirSync(out).sort();
for (const name of names.filter((name) => name.endsWith('.mjs')))
  writeFileSync(join(out, `${name}.gz`), gzipSync(readFileSync(join(out, name)), { level: 9 }));
const digest = createHash('sha256');
for (const name of names) digest.update(readFileSync(join(out, name)));
const sent = (name) => (name.endsWith('.mjs') ? gzipSync(readFileSync(join(out, name)), { level: 9 }).length : statSync(join(out, name)).size);
const hash = (name) => createHash('sha256').update(readFileSync(join(out, name))).digest('hex');
const files = names.map((name) => ({ name, bytes: sent(name), hash: hash(name) }));
const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
writeFileSync(join(out, 'pocket.json'), JSON.stringify({ version: digest.digest('hex').slice(0, 16), total, files }));
console.error(`pocket: ${(total / 1e6).toFixed(2)} MB`);

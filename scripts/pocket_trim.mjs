// Leaves out of Python for browsers what nothing here can reach: node scripts/pocket_trim.mjs PYODIDE WASM-OPT OUT LIBRARY…
// It exports its whole inside, so that any library can be linked to it. The libraries that will be are known: what
// neither they nor its JavaScript ask for goes, and the tables of encodings that are not among Python's files.
// OUT is a Pyodide like the one before.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { blank, withExports } from './pocket_wasm.mjs';

const [pyodide, wasmOpt, out, ...libraries] = process.argv.slice(2).map((path) => resolve(path));
const FEATURES = ['bulk-memory', 'exception-handling', 'mutable-globals', 'nontrapping-float-to-int', 'sign-ext', 'reference-types', 'multivalue', 'simd'];
const NAME = /[A-Za-z_$][\w$]*/g;
const WASM = 'pyodide.asm.wasm';
const GLUE = 'pyodide.asm.mjs';

const modules = (paths) => paths.map((path) => new WebAssembly.Module(readFileSync(path)));
const imported = (some) => new Set(some.flatMap((module) => WebAssembly.Module.imports(module).map(({ name }) => name)));
const names = (text) => new Set(text.match(NAME));

/** Where Python keeps its tables of Chinese, Japanese and Korean letters, told by Python itself. */
async function letters() {
  const { loadPyodide } = await import(pathToFileURL(join(pyodide, 'pyodide.mjs')).href);
  const python = await loadPyodide();
  return JSON.parse(python.runPython(readFileSync(new URL('pocket_letters.py', import.meta.url), 'utf8')));
}

/** The text without what a pattern finds; it must be there, or this is another Pyodide than the one that was looked at. */
function without(text, pattern, kept = () => '') {
  if (!new RegExp(pattern.source).test(text)) throw new Error(`nothing in ${GLUE} looks like ${pattern}`);
  return text.replace(pattern, kept);
}

/** The glue without names that only stand there to be found by libraries. */
function trimmed(glue, reachable, asked) {
  // What may be evaluated where names are at hand forbids to leave any of them out. No page lets it evaluate texts.
  const plain = without(glue, /\beval\(/g, () => 'globalThis.eval(');
  const bare = without(plain, /(?<=[;{}])Module\["(_\w+)"\]=\1;/g);
  const named = (inside) => [...inside.matchAll(/([\w$]+)(:[\w$]+)?/g)].filter(([, name]) => asked.has(name)).map(([entry]) => entry);
  const short = without(bare, /(?<=var wasmImports=\{)[^}]*(?=\})/g, (inside) => named(inside).join(','));
  const unsigned = without(short, /(?<=[;{}])_?([\w$]+)\.sig="\w*";/g, (line, name) => (asked.has(name) || asked.has(`_${name}`) ? line : ''));
  return without(unsigned, /(_\w+)=Module\["\1"\]=wasmExports\["(\w+)"\](?:\.value>>>0)?;/g, (line, _, name) => (reachable.has(name) ? line : ''));
}

/** Names in the glue, but for lists that hold every name there is. */
function used(glue) {
  const lines = /(_\w+)=Module\["\1"\]=wasmExports\["\w+"\](?:\.value>>>0)?;|(?<=[;{}])Module\["(_\w+)"\]=\2;|(?<=var wasmImports=\{)[^}]*(?=\})|(?<=[;}])var (?:_\w+,){400,}[^;]*;/g;
  return names(without(glue, lines));
}

async function minified(path) {
  const { build } = await import(pathToFileURL(resolve('ui/node_modules/rolldown/dist/index.mjs')).href);
  await build({ input: path, platform: 'neutral', external: /^node:/, output: { file: path, format: 'es', minify: true }, logLevel: 'silent' });
}

mkdirSync(out, { recursive: true });
const glue = readFileSync(join(pyodide, GLUE), 'utf8');
const asked = imported(modules(libraries));
const spoken = used(glue + readFileSync(join(pyodide, 'pyodide.mjs'), 'utf8'));
const whole = readFileSync(join(pyodide, WASM));
const [python] = modules([join(pyodide, WASM)]);
const reachable = new Set(WebAssembly.Module.exports(python).map(({ name }) => name).filter((name) => asked.has(name) || spoken.has(name) || spoken.has(`_${name}`)));
blank(whole, await letters());
writeFileSync(join(out, WASM), withExports(whole, reachable));
execFileSync('node', [wasmOpt, ...FEATURES.map((name) => `--enable-${name}`), '--remove-unused-module-elements', join(out, WASM), '-o', join(out, WASM)]);
const left = imported(modules([join(out, WASM)]));
writeFileSync(join(out, GLUE), trimmed(glue, reachable, new Set([...asked, ...left])));
await minified(join(out, GLUE));
for (const name of ['pyodide.mjs', 'python_stdlib.zip', 'pyodide-lock.json']) copyFileSync(join(pyodide, name), join(out, name));

// Runs a Python file inside Pyodide with what `make pocket` has packed: node tests/wasm/run.mjs FILE EXPRESSION
// The value of the expression, a text, is printed.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [file, expression] = process.argv.slice(2);
const pyodide = resolve('build/python');
const { loadPyodide } = await import(pathToFileURL(join(pyodide, 'pyodide.mjs')).href);
const python = await loadPyodide();
python.FS.mkdirTree('/pocket');
python.mountNodeFS('/pocket', resolve('build/pocket'));
python.runPython(`
import io, sys, tarfile
import lzma
with open("/pocket/site.bin", "rb") as packed:
    content = packed.read()
# The older liblzma of Pyodide believes either a told size or a mark at the end, not both.
whole = lzma.decompress(content[:5] + bytes([255] * 8) + content[13:])
tarfile.open(fileobj=io.BytesIO(whole)).extractall("/site", filter="data")
sys.path.insert(0, "/site")
from crowned.server.pocket.absent import stand_in
stand_in()
`);
python.runPython(readFileSync(file, 'utf8'));
console.log(python.runPython(expression));

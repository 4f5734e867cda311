/** The engine's worker. A search cannot be interrupted but comes in slices; between them questions are withdrawn. */

import { cacheName } from './parts';
import { pyodide, start, type Programs } from './python';
import { Shelf } from './shelf';

interface Thinker {
  answer_js(question: Uint8Array, withdrawn: () => boolean): Promise<Uint8Array>;
}

/** What it starts from: the programs that the rooms have compiled, and where everything else is kept. */
export interface Supply {
  readonly version: string;
  readonly programs: Programs;
  /** What the browser did not keep. */
  readonly held: Map<string, Blob>;
}

export type ToEngine = { id: number; question: Uint8Array } | { id: number; withdraw: true };

let supplied: (supply: Supply) => void;
const ready = new Promise<Supply>((settle) => (supplied = settle)).then(thinker);

async function thinker({ version, programs, held }: Supply): Promise<Thinker> {
  void pyodide(version);
  const { program } = await start(await Shelf.open(cacheName(version), held), version, programs);
  return program.Thinker() as Thinker;
}

const open = new Set<number>();

async function answer(id: number, question: Uint8Array): Promise<void> {
  open.add(id);
  try {
    const thinker = await ready;
    if (open.has(id)) self.postMessage({ id, answer: await thinker.answer_js(question, () => !open.has(id)) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  } finally {
    open.delete(id);
  }
}

self.onmessage = ({ data }: MessageEvent<Supply | ToEngine>) => {
  if ('programs' in data) supplied(data);
  else if ('withdraw' in data) open.delete(data.id);
  else void answer(data.id, data.question);
};

/** The engine's worker. A search cannot be interrupted but comes in slices; between them questions are withdrawn. */

import { contents, keep, start } from './python';

interface Thinker {
  answer_js(question: Uint8Array, withdrawn: () => boolean): Promise<Uint8Array>;
}

export type ToEngine = { id: number; question: Uint8Array } | { id: number; withdraw: true };

async function thinker(): Promise<Thinker> {
  const cache = await keep(await contents(), () => undefined);
  return (await start(cache)).pyimport('crowned.server.pocket.worker').Thinker() as Thinker;
}

const ready = thinker();
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

self.onmessage = ({ data }: MessageEvent<ToEngine>) => {
  if ('withdraw' in data) open.delete(data.id);
  else void answer(data.id, data.question);
};

/** The engine's worker: one question after the other. */

import { contents, keep, start } from './python';

interface Thinker {
  answer_js(question: Uint8Array): Uint8Array;
}

async function thinker(): Promise<Thinker> {
  const cache = await keep(await contents(), () => undefined);
  return (await start(cache)).pyimport('crowned.server.pocket.worker').Thinker() as Thinker;
}

const ready = thinker();

self.onmessage = async ({ data }: MessageEvent<{ id: number; question: Uint8Array }>) => {
  try {
    const answer = (await ready).answer_js(data.question);
    self.postMessage({ id: data.id, answer });
  } catch (error) {
    self.postMessage({ id: data.id, error: String(error) });
  }
};

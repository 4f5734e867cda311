/**
 * This browser's own engine, where the whole program was downloaded once: it helps a server whose engine is busy.
 * Nothing of it is loaded before it is needed.
 */

import type { Client } from '../pocket/client';
import { isDownloaded, place, pocketWorker } from './place.svelte';
import type { Chosen, ChoiceRequest, Think } from './wire';

class Spare {
  /** Whether there is one, as far as is known yet. */
  known = false;
  readonly #looked = this.#look();
  #client: Promise<Client> | undefined;

  async #look(): Promise<void> {
    this.known = !place.pocket && (await isDownloaded());
  }

  async there(): Promise<boolean> {
    await this.#looked;
    return this.known;
  }

  async #start(): Promise<Client> {
    const { Client } = await import('../pocket/client');
    const client = new Client(pocketWorker(), {}, true);
    await client.ready;
    return client;
  }

  fetch = async (path: string, init: RequestInit): Promise<Response> => {
    this.#client ??= this.#start();
    try {
      return await (await this.#client).fetch(path, init);
    } catch (error) {
      if (!init.signal?.aborted) this.known = false; // it cannot be started
      throw error;
    }
  };

  /** What the computer would play, or nothing. */
  async think({ toml, fen, moves, level }: Think): Promise<string | undefined> {
    const asked: ChoiceRequest = { rules: { toml }, moves, level, ...(fen && { fen }) };
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(asked) };
    const response = await this.fetch('/api/analysis/choice', init).catch(() => undefined);
    return response?.ok ? ((await response.json()) as Chosen).text : undefined;
  }
}

export const spare = new Spare();

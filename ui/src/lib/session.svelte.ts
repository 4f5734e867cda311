/** Who is playing in this browser. */

import { api, ApiError } from './api';
import type { SessionView } from './wire';

/** Tabs of one browser share the session, and tell each other when it changes. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('crowned.session');

class Session {
  who = $state.raw<SessionView | undefined>();
  known = $state(false);
  /** It was ended elsewhere, and the reader should know. */
  ended = $state(false);
  #asking: Promise<SessionView> | undefined;

  listen(): void {
    tabs?.addEventListener('message', ({ data }) => (data === 'out' ? this.lost() : void this.look()));
  }

  /** Looks whether the browser already has a session; makes none. */
  async look(): Promise<void> {
    try {
      this.who = await api.session();
      this.ended = false;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) this.who = undefined;
    }
    this.known = true;
  }

  /** Whoever makes or joins a game becomes a guest without being asked. */
  async ensure(): Promise<SessionView> {
    this.#asking ??= api.start().finally(() => (this.#asking = undefined));
    this.is(await this.#asking);
    return this.who!;
  }

  /** From now on this is who plays. */
  is(who: SessionView): void {
    const changed = this.who?.name !== who.name || this.who.account !== who.account;
    this.who = who;
    this.known = true;
    this.ended = false;
    if (changed) tabs?.postMessage('in');
  }

  async logout(): Promise<void> {
    await api.logout();
    this.gone();
  }

  /** Ended here, on purpose. */
  gone(): void {
    this.who = undefined;
    tabs?.postMessage('out');
  }

  /** Ended somewhere else. */
  lost(): void {
    if (this.who) this.ended = true;
    this.who = undefined;
  }
}

export const session = new Session();

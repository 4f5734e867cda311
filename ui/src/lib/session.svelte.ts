/** Who is playing in this browser. */

import { api, ApiError } from './api';
import type { SessionView } from './wire';

class Session {
  who = $state.raw<SessionView | undefined>();
  known = $state(false);
  #asking: Promise<SessionView> | undefined;

  /** Looks whether the browser already has a session; makes none. */
  async look(): Promise<void> {
    try {
      this.who = await api.session();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.who = undefined;
    }
    this.known = true;
  }

  /** Whoever makes or joins a game becomes a guest without being asked. */
  async ensure(): Promise<SessionView> {
    this.#asking ??= api.start().finally(() => (this.#asking = undefined));
    this.who = await this.#asking;
    this.known = true;
    return this.who;
  }

  async logout(): Promise<void> {
    await api.logout();
    this.who = undefined;
  }
}

export const session = new Session();

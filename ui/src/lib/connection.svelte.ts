/** The one socket of this tab, with the browser's own clock and network behind it. */

import { language } from '../i18n/index.svelte';
import { session } from './session.svelte';
import { Link, type Status, type World } from './link';
import { place } from './place.svelte';
import { spare } from './spare';

const world: World = {
  open: () => place.open(),
  now: () => Date.now(),
  later: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  engine: () => spare.known,
  think: (question) => spare.think(question),
};

/** The server closes a socket so whose session has ended. */
const LOGGED_OUT = 4401;

class Connection {
  status = $state<Status>('connecting');
  readonly link = new Link(world, () => language.lang, (status, code) => this.#became(status, code));

  #became(status: Status, code: number | undefined): void {
    this.status = status;
    if (code === LOGGED_OUT) session.lost();
  }

  listen(): void {
    void spare.there().then((yes) => yes && this.link.hello());
    addEventListener('online', () => this.link.wake());
    addEventListener('offline', () => {
      if (!place.pocket) this.link.unplugged();
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.link.wake();
    });
  }
}

export const connection = new Connection();

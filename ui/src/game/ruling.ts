/** What a ruling of the referee did, in one line. `side` is empty for the reader's own seat. */

import type { Messages } from '../i18n/index.svelte';
import type { PlayedEntry, Seat } from '../lib/wire';

export function rulingTitle({ offence, events, action }: PlayedEntry, m: Messages, side: (seat: Seat) => string): string {
  if (!offence) return '';
  const huffed = events.find((event) => event.kind === 'huffed');
  if (action === 'huff' && !huffed) return m.huff.mustChoose(side(offence.by));
  if (action === 'takeback' || !huffed) return m.huff.mustTakeBack(side(offence.by));
  return huffed.automatic ? m.huff.automatic(side(offence.by), huffed.square) : m.huff.huffed(side(offence.by), huffed.square);
}

/** What the list of moves says in the reader's language; files keep the notation. */

import type { Messages } from '../i18n/index.svelte';
import type { Event } from './wire';

const SIGNS: Readonly<Record<string, string>> = { 'spin black': '●', 'spin green': '■', 'spin orange': '▲' };
const SLIDE = /^[A-Z]\d>[LMR]$/;

export function moveWords(text: string, events: readonly Event[], m: Messages): string {
  if (SIGNS[text]) return SIGNS[text];
  if (SLIDE.test(text)) return slideWords(events, m) || text;
  const [verb = '', square = ''] = text.split(' ');
  const on = { huff: m.list.huffed, touch: m.list.touch, adjust: m.list.adjust }[verb];
  if (on && square) return on(square);
  return words(m)[text] ?? fallen(text, events, m);
}

/** What the wheel stopped on, or undefined where the text is no spin. */
const spun = (text: string): string | undefined => /^spin (.+)$/.exec(text)?.[1];

/** As above, for a reader who hears it. */
export function moveSaid(text: string, events: readonly Event[], m: Messages): string {
  const colour = spun(text);
  return colour === undefined ? moveWords(text, events, m) : m.spinner.short(colour);
}

/** On a button that does it. */
export const moveToDo = (text: string, m: Messages): string => (spun(text) === undefined ? '' : `${m.analysis.spinAs}: `) + moveSaid(text, [], m);

const words = (m: Messages): Readonly<Record<string, string>> => ({
  takeback: m.list.takeback,
  accept: m.list.accept,
  'claim draw': m.list.claimDraw,
  'offer draw': m.list.offerDraw,
  'agree draw': m.list.agreeDraw,
  'decline draw': m.list.declineDraw,
  resign: m.list.resign,
});

const falls = (events: readonly Event[]) => events.flatMap((event) => (event.kind === 'fell' ? [event.square] : []));

/** A move onto an open door: the piece does not come back from it. */
const fallen = (text: string, events: readonly Event[], m: Messages): string => [text, ...falls(events).map(m.list.falls)].join(', ');

/** A door that drops a piece has opened; that need not be said as well. */
function slideWords(events: readonly Event[], m: Messages): string {
  const said = { opened: m.list.opens, closed: m.list.closes, fell: m.list.falls };
  const drops = new Set(falls(events));
  return events
    .flatMap((event) => (event.kind === 'fell' || event.kind === 'closed' || (event.kind === 'opened' && !drops.has(event.square)) ? [said[event.kind](event.square)] : []))
    .join(', ');
}

/** One line that says what is going on and whose turn it is. */

import type { Messages } from '../i18n/index.svelte';
import type { LiveGame } from '../lib/live.svelte';

export function statusText(live: LiveGame, m: Messages, side: (seat: 'white' | 'black') => string): string {
  const { state, game } = live;
  if (!state || !game) return m.app.loading;
  if (live.slow) return m.game.sending;
  if (state.phase === 'seeding') return m.spinner.waiting;
  if (state.phase !== 'playing' || !state.actor) return '';
  const mine = live.you === 'both' || live.you === state.actor;
  if (!mine) return game.players[state.actor].kind === 'computer' ? m.game.thinking : m.game.turnOf(side(state.actor));
  const who = live.you === 'both' ? m.game.turnOf(side(state.actor)) : m.game.yourTurn;
  const task = taskText(live, m);
  return task ? m.game.task(who, task) : who;
}

function taskText(live: LiveGame, m: Messages): string {
  const state = live.state!;
  if (state.must_spin && live.may('spin')) return m.game.mustSpin;
  if (state.touched) return m.game.touched(state.touched);
  const slides = state.choices.filter((choice) => choice.slide !== null);
  if (slides.length > 0 && slides.length === state.choices.length) {
    return m.game.slide(state.at.spin === 'green' ? m.game.green : m.game.orange);
  }
  const forced = state.choices.length > 0 && state.choices.every((choice) => choice.captures.length > 0);
  return forced ? m.game.capture : '';
}

/** Why it ended: the title has said who won already. */
export function endReason(text: string): string {
  const why = text.replace(/^[^:.]+: /, '');
  return why.charAt(0).toUpperCase() + why.slice(1);
}

/** How the game ended, as the reader sees it. */
export function endTitle(live: LiveGame, m: Messages, side: (seat: 'white' | 'black') => string): string {
  const outcome = live.state?.outcome;
  if (!outcome) return '';
  if (outcome.reason === 'aborted') return m.game.aborted;
  if (!outcome.winner) return m.game.draw;
  if (live.you === outcome.winner) return m.game.win;
  return live.you === 'white' || live.you === 'black' ? m.game.lose : m.game.wins(side(outcome.winner));
}

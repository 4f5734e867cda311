/** The games one is playing: whose turn it is, everywhere in the app, in the title, on the icon and, if allowed, as a notice. */

import { say, t } from '../i18n/index.svelte';
import { api, ApiError } from './api';
import { router } from './router.svelte';
import { session } from './session.svelte';
import { settings } from './settings.svelte';
import type { GameBrief, Seat, State } from './wire';

const OFTEN = 15_000;
const SELDOM = 90_000;

/** A game in a list. What was left when the list was made is kept as the moment at which it is used up. */
export type Listed = GameBrief & { readonly until: number | null };
export const listed = (game: GameBrief): Listed => ({ ...game, until: game.left === null ? null : Date.now() + game.left });

export const isMyTurn = (game: GameBrief): boolean => game.actor !== null && game.kind !== 'hotseat' && game.actor === game.mine;

export function rivalOf(game: GameBrief): string {
  if (game.kind === 'hotseat') return t().home.hotseat;
  const seat = game.mine === 'white' ? 'black' : 'white';
  return nameIn(game, seat);
}

/** What a side is called in its game. */
export const sideIn = (game: GameBrief, seat: Seat): string => say(game.sides[seat]) || t().archive[seat];

/** Whose turn it is in a running game of the reader's. */
export function turnIn(game: GameBrief): string {
  if (game.actor === null) return t().archive.waiting;
  if (game.mine === 'both') return t().game.turnOf(sideIn(game, game.actor));
  return isMyTurn(game) ? t().archive.yourTurn : t().archive.theirTurn;
}

/** How a game stands or ended, for whoever reads the list. */
export function resultOf(game: GameBrief): string {
  if (game.result === 'open' && game.mine) return turnIn(game);
  if (game.result === 'white' || game.result === 'black') return t().archive.won(nameIn(game, game.result));
  return t().archive.results[game.result] ?? game.result;
}

/** The computer has a name and a level everywhere; a free seat says so; two at one device are their sides. */
export function nameIn(game: GameBrief, seat: 'white' | 'black'): string {
  if (game.kind === 'hotseat') return sideIn(game, seat);
  if (game.computer === seat) return t().game.computer(game.level);
  return game[seat] || (game.result === 'open' ? t().game.open : t().game.guest);
}

/** What whoever is to act has left, as a list tells it: for the first move a time of its own. */
function leftIn({ clocks }: State): number | null {
  if (!clocks?.running) return null;
  return clocks.wait + (clocks.opening ? 0 : clocks[clocks.running]);
}

class Lobby {
  games = $state.raw<readonly Listed[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #known = new Set<string>();
  #missed = new Set<string>();

  get turns(): readonly Listed[] {
    return this.games.filter(isMyTurn);
  }

  /** To be called while the app is made. */
  watch(): void {
    $effect(() => {
      if (session.who) void this.look();
      else this.games = [];
      return () => clearTimeout(this.#timer);
    });
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden && session.who) void this.look();
    });
    $effect(() => this.#icon(this.turns.length > 0));
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.games = (await api.games({ scope: 'mine', result: 'open' })).games.map(listed);
      this.#notify();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return session.lost();
    }
    const waits = this.games.some((game) => game.kind === 'friend');
    this.#timer = setTimeout(() => void this.look(), waits ? OFTEN : SELDOM);
  }

  /** What the page of a game of mine has just shown: the lists, title and icon do not wait for the next look. */
  hear(id: string, state: State): void {
    const known = this.games.find((game) => game.id === id);
    if (state.phase === 'over') this.games = this.games.filter((game) => game !== known);
    else if (!known) void this.#lookFor(id);
    else if (known.actor !== state.actor || known.plies !== state.ply) {
      this.games = this.games.map((game) => (game === known ? listed({ ...game, actor: state.actor, plies: state.ply, left: leftIn(state) }) : game));
      this.#notify();
    }
  }

  /** Once: a list that is too long to hold the game is not asked for at every move. */
  async #lookFor(id: string): Promise<void> {
    if (this.#missed.has(id)) return;
    this.#missed.add(id);
    await this.look();
  }

  #icon(turn: boolean): void {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link) link.href = `${import.meta.env.BASE_URL}${turn ? 'icon-turn' : 'icon'}.svg`;
  }

  /** Once for every turn, and only while the page is not looked at. */
  #notify(): void {
    const fresh = this.turns.filter((game) => game.kind === 'friend' && !this.#known.has(`${game.id}/${game.plies}`));
    this.#known = new Set(this.turns.map((game) => `${game.id}/${game.plies}`));
    if (!document.hidden || !settings.notify || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
    for (const game of fresh) this.#notice(game);
  }

  #notice(game: GameBrief): void {
    const notice = new Notification(t().app.turnIn(say(game.title), rivalOf(game)), { tag: game.id, icon: `${import.meta.env.BASE_URL}icon.svg` });
    notice.onclick = () => {
      window.focus();
      router.go(`/g/${game.id}`);
    };
  }
}

export const lobby = new Lobby();

/** The title of a page, with a sign in front while somebody waits for the reader's move. */
export function titled(text: string): string {
  const turns = lobby.turns.length;
  return `${turns > 0 ? `(${turns}) ` : ''}${text} – Crowned`;
}

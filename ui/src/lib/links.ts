/** The links of games made here, kept so that the waiting page survives a reload. */

import type { Links } from './wire';

const key = (game: string) => `crowned.links.${game}`;

export function keepLinks(game: string, links: Links): void {
  try {
    localStorage.setItem(key(game), JSON.stringify(links));
  } catch {
    // without storage the link is shown until the page is closed
  }
}

export function linksOf(game: string): Links | undefined {
  try {
    return JSON.parse(localStorage.getItem(key(game)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The token of a spectator link, for coming back to the game. */
const tokenKey = (game: string) => `crowned.watch.${game}`;

export function keepToken(game: string, token: string): void {
  try {
    sessionStorage.setItem(tokenKey(game), token);
  } catch {
    // then the link has to be opened again
  }
}

export function tokenOf(game: string): string | undefined {
  try {
    return sessionStorage.getItem(tokenKey(game)) ?? undefined;
  } catch {
    return undefined;
  }
}

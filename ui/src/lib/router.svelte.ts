/** Addresses of the app. Plain links work; this turns them into page changes without a reload. */

export interface Place {
  readonly page: string;
  readonly id: string;
  readonly query: URLSearchParams;
}

/** A web space knows one page only, and may have it in any folder: there the app's own addresses come after a hash. */
const HASHED = import.meta.env.VITE_ALONE === '1';

export const shown = (address: string, hashed = HASHED): string => (hashed ? `#${address}` : address);

export function asked(url: URL, hashed = HASHED): URL {
  return hashed ? new URL(url.hash.slice(1) || '/', url.origin) : url;
}

export function parsePlace(url: URL): Place {
  const [page = '', ...rest] = url.pathname.split('/').filter(Boolean);
  return { page: page || 'home', id: decodeURIComponent(rest.join('/')), query: url.searchParams };
}

const now = () => asked(new URL(location.href));

class Router {
  place = $state.raw<Place>(parsePlace(now()));

  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', shown(address));
    else history.pushState(null, '', shown(address));
    this.#read();
    if (!replace) scrollTo(0, 0);
  }

  /** The same page with another query, without a step back to here. */
  ask(query: string): void {
    this.go(`${now().pathname}?${query}`, true);
  }

  /** A hash that is no address is a place in the page. */
  #read(): void {
    if (!HASHED || /^(#\/|$)/.test(location.hash)) this.place = parsePlace(now());
  }

  /** Follows plain clicks on links of this site; everything else is left to the browser. */
  listen(): void {
    addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => {
      const link = (event.target as Element | null)?.closest?.('a[href]');
      if (link instanceof HTMLAnchorElement && ours(link, event)) {
        event.preventDefault();
        this.go(link.getAttribute('href')!);
      }
    });
  }
}

function ours(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const inside = link.origin === location.origin && !link.pathname.startsWith('/api/');
  const samePage = link.pathname === location.pathname && link.hash !== '';
  return plain && inside && !samePage && !link.target && !link.hasAttribute('download') && !event.defaultPrevented;
}

export const router = new Router();

/** Addresses of the app. Plain links work; this turns them into page changes without a reload. */

export interface Place {
  readonly page: string;
  readonly id: string;
  readonly query: URLSearchParams;
}

export function parsePlace(url: URL): Place {
  const [page = '', ...rest] = url.pathname.split('/').filter(Boolean);
  return { page: page || 'home', id: decodeURIComponent(rest.join('/')), query: url.searchParams };
}

class Router {
  place = $state.raw<Place>(parsePlace(new URL(location.href)));

  go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    this.#read();
    if (!replace) scrollTo(0, 0);
  }

  #read(): void {
    this.place = parsePlace(new URL(location.href));
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

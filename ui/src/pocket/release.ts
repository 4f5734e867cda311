/**
 * The version of the app that this browser keeps: page, files and program belong together. A newer one is fetched while
 * the old one is being played with, and used from the next start on: nothing changes under a game.
 */

import { contents, DownloadError, forgetOthers, HOME, keep, keptContents, PATH, seal, type Contents } from './parts';

const SHELL = `crowned-shell${PATH}`;
const PAGE = `${HOME}?page`;
const VERSION = 'X-Crowned-Pocket';
const open = () => caches.open(SHELL);
/** A file with its version in its name never changes. */
const isFixed = (name: string) => name.startsWith('assets/');
const fresh = (name: string) => fetch(HOME + name, { cache: 'no-cache' });

/** The program that goes with the page that is kept, if there is one. */
export async function current(): Promise<Contents | undefined> {
  const page = await (await open()).match(PAGE);
  return page && keptContents(page.headers.get(VERSION) ?? '');
}

/** Keeps what the server has now. */
export async function renew(): Promise<void> {
  const [page, list, program] = await Promise.all([fresh('index.html'), fresh('files.json'), contents()]);
  if (!page.ok || !list.ok) throw new DownloadError('a page about a fault is not the app');
  const [html, files] = [await page.text(), (await list.json()) as string[]];
  if (!belongTogether(html, files)) throw new DownloadError('the web space is being renewed just now');
  const shell = await open();
  const old = await shell.match(PAGE);
  if (old?.headers.get(VERSION) === program.version && (await old.text()) === html) return forget(shell, files, program);
  const kept = await keep(program, () => undefined);
  await seal(kept, program);
  if (kept.held.size) throw new Error('no room');
  for (const name of files) if (!isFixed(name) || !(await shell.match(HOME + name))) await keepFile(shell, name, program.version);
  await shell.put(PAGE, new Response(html, { headers: headersOf(page, program.version) })); // from here on it counts
}

/** A page without its scripts would be an empty one. */
const belongTogether = (html: string, files: readonly string[]) =>
  [...html.matchAll(/(?:src|href)="[^"]*\b(assets\/[^"?#]+)/g)].every(([, name]) => files.includes(name!));

/** Asked for by another address than it is kept under, or the service worker would hand out the older one. */
async function keepFile(shell: Cache, name: string, version: string): Promise<void> {
  const response = await fresh(`${name}?${version}`);
  const isPage = response.headers.get('Content-Type')?.startsWith('text/html'); // what some web spaces give for what is not there
  if (!response.ok || isPage) throw new DownloadError(`${name}: ${response.status}`);
  await shell.put(HOME + name, response);
}

/** Among them the policy for what the page may do. */
function headersOf(page: Response, version: string): Headers {
  const headers = new Headers(page.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  headers.set(VERSION, version);
  return headers;
}

/** What only older versions needed; the one that is running is the newest. */
async function forget(shell: Cache, files: readonly string[], program: Contents): Promise<void> {
  await forgetOthers(program.version);
  const wanted = new Set([PAGE, ...files.map((name) => HOME + name)]);
  for (const request of await shell.keys()) if (!wanted.has(request.url)) await shell.delete(request);
}

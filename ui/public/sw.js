// Gives the app from what is kept, so that it starts at once and without a network. It is there only where the app is
// its own server (src/pocket/release.ts), and keeps nothing itself: page, files and program are renewed together there.
const home = self.registration.scope;
const PAGE = '?page';
/** Its pages come after a hash there: what lies in folders below is somebody else's. */
const ALONE = self.location.search === '?alone';
/** What tells of a newer version is never taken from what is kept. */
const NEWS = /(^|\/)(index\.html|files\.json|pocket\.json|sw\.js)$/;

async function kept(request, key) {
  const found = await caches.match(key).catch(() => undefined); // a browser whose store is broken has a network
  return found ?? fetch(request);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(home)) return;
  const path = new URL(request.url).pathname.slice(new URL(home).pathname.length);
  if (/^(api|ws|preview)(\/|$)/.test(path) || NEWS.test(path)) return;
  if (ALONE && request.mode === 'navigate' && path) return;
  // All pages of the app are the same file.
  event.respondWith(kept(request, request.mode === 'navigate' ? home + PAGE : request));
});

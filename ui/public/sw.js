// Keeps the app itself, so that it starts without a network. A page of a newer version is used with the next start:
// nothing changes under a game that is being played.
const SHELL = 'crowned-shell';

const ours = (url) => url.origin === self.location.origin && !/\/(api|ws|pocket)(\/|$)/.test(url.pathname);

async function fresh(request, key) {
  const response = await fetch(request);
  if (response.ok && response.type === 'basic') (await caches.open(SHELL)).put(key, response.clone());
  return response;
}

/** A page: the newest there is, or the one that is kept. All pages of the app are the same file. */
async function page(request) {
  const key = new URL('./', self.registration.scope).href;
  return fresh(request, key).catch(async () => (await caches.match(key)) ?? Response.error());
}

/** A file with its version in its name never changes; others are asked for again. */
async function file(request) {
  const known = await caches.match(request);
  if (known && /\/assets\//.test(request.url)) return known;
  return fresh(request, request).catch(() => known ?? Response.error());
}

async function pocket(request) {
  return (await caches.match(request)) ?? fetch(request);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.includes('/pocket/') && !url.pathname.endsWith('pocket.json')) return event.respondWith(pocket(request));
  if (!ours(url)) return;
  event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
});

// The page names every file of the app; all are kept before it says that it can do without a network.
self.addEventListener('message', (event) => {
  const { keep } = event.data ?? {};
  if (!keep) return;
  const kept = caches.open(SHELL).then(async (cache) => {
    const wanted = new Set(keep);
    for (const request of await cache.keys()) if (request.url.includes('/assets/') && !wanted.has(request.url)) await cache.delete(request);
    for (const url of wanted) if (!(await cache.match(url))) await cache.add(url);
  });
  event.waitUntil(kept.then(() => event.source?.postMessage({ kept: true }), () => event.source?.postMessage({ kept: false })));
});

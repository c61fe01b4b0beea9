// The service worker opens the store without a network. It keeps one page without data of the store, and the page's
// scripts, styles and fonts. It ignores requests to the API and requests other than GET.
// docs/decisions/0024-entry-queue.md says why the project has its own worker.

const shellPath = '/offline';
const shellCache = 'shell';
const assetCache = 'assets';

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

// Stores the shell of the served version when a page from the network requests it.
self.addEventListener('message', (event) => {
  if (event.data === 'keep-shell') event.waitUntil(keepShell());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!url.pathname.startsWith('/api')) event.respondWith(openPage(request));
  } else if (isAsset(url.pathname)) event.respondWith(readAsset(request));
});

const isAsset = (path) => path.startsWith('/_next/static/');

async function openPage(request) {
  try {
    return await fetch(request);
  } catch (cause) {
    const shell = await (await caches.open(shellCache)).match(shellPath);
    if (shell) return shell;
    throw cause;
  }
}

async function readAsset(request) {
  const cache = await caches.open(assetCache);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // If the disk is full, the file is not kept, but the page still gets it.
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

/**
 * Keeps the shell of the version that is served now. The new shell replaces the old one only after all its files are
 * kept. Open pages still need the files of the version before, so these files stay until the next version.
 */
async function keepShell() {
  const answer = await fetch(shellPath, { credentials: 'omit', cache: 'no-store' });
  // A redirect is not the shell: a proxy may lead to another page, such as a sign-in page.
  if (!answer.ok || answer.redirected) return;
  const shell = await caches.open(shellCache);
  const before = await shell.match(shellPath);
  const old = new Set(before && pathsIn(await before.text()));
  const needed = await keepAssetsOf(await answer.clone().text());
  if (needed.size === 0) return;
  await shell.put(shellPath, answer);
  const isSameVersion = [...needed].every((path) => path.endsWith('.woff2') || old.has(path));
  if (!before || isSameVersion) return;
  const assets = await caches.open(assetCache);
  for (const request of await assets.keys()) {
    const { pathname } = new URL(request.url);
    if (!needed.has(pathname) && !old.has(pathname)) await assets.delete(request);
  }
}

/** Keeps the files that a page and its styles name. Resolves to the paths of these files. */
async function keepAssetsOf(html) {
  const found = new Set(pathsIn(html));
  for (const path of found) {
    const answer = await readAsset(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    if (path.endsWith('.css')) for (const inner of pathsIn(await answer.text(), path)) found.add(inner);
  }
  return found;
}

/** The paths of assets that a text names. In a style, a path may be relative to the style's own path. */
function pathsIn(text, from = '/') {
  const places = text.match(/\/_next\/static\/[\w./~-]+|(?<=url\()[^)"':]+/g) ?? [];
  return places.map((place) => new URL(place, new URL(from, self.location.origin)).pathname).filter(isAsset);
}

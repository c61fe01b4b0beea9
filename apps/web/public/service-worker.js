// Opens the store without a network: it keeps one page that holds nobody's data, with its scripts, styles and fonts.
// Requests to the API, and all that is not a GET, go past it. docs/decisions/0024-entry-queue.md tells why it is ours.

const shellPath = '/offline';
const shellCache = 'shell';
const assetCache = 'assets';

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

// A page of the store that was loaded from the network asks for the shell of the version which serves it.
self.addEventListener('message', (event) => {
  if (event.data === 'keep-shell') event.waitUntil(keepShell());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (!url.pathname.startsWith('/api')) event.respondWith(open(request));
  } else if (isAsset(url.pathname)) event.respondWith(readAsset(request));
});

/** Files that never change under their address (the build puts a hash into it). */
const isAsset = (path) => path.startsWith('/_next/static/');

/** The page from the network, or the shell where there is none. */
async function open(request) {
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
  // A full disk keeps no file; the page needs it all the same.
  if (answer.ok) await cache.put(request, answer.clone()).catch(() => undefined);
  return answer;
}

/**
 * Keeps the shell of the version that is served now. The new shell takes the place of the old one only when all its files
 * are there. Files of the version before stay for pages that are open, until the next version comes.
 */
async function keepShell() {
  const answer = await fetch(shellPath, { credentials: 'omit', cache: 'no-store' });
  // A proxy may lead to a page of its own, such as one to sign in.
  if (!answer.ok || answer.redirected) return;
  const shell = await caches.open(shellCache);
  const assets = await caches.open(assetCache);
  const before = await shell.match(shellPath);
  const old = new Set(before && pathsIn(await before.text()));
  const needed = await assetsOf(await answer.clone().text(), assets);
  if (needed.size === 0) return;
  await shell.put(shellPath, answer);
  const isSameVersion = [...needed].every((path) => path.endsWith('.woff2') || old.has(path));
  if (!before || isSameVersion) return;
  for (const request of await assets.keys()) {
    const { pathname } = new URL(request.url);
    if (!needed.has(pathname) && !old.has(pathname)) await assets.delete(request);
  }
}

/** The files that a page names, and those that its styles name; each is put into the cache. */
async function assetsOf(html, cache) {
  const found = new Set(pathsIn(html));
  for (const path of found) {
    const answer = await ensure(path, cache);
    if (path.endsWith('.css')) for (const inner of pathsIn(await answer.text(), path)) found.add(inner);
  }
  return found;
}

async function ensure(path, cache) {
  const kept = await cache.match(path);
  if (kept) return kept;
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  await cache.put(path, answer.clone());
  return answer;
}

/** The addresses of such files in a text; in a style they may be relative to its own. */
function pathsIn(text, from = '/') {
  const places = text.match(/\/_next\/static\/[\w./~-]+|(?<=url\()[^)"':]+/g) ?? [];
  return places.map((place) => new URL(place, new URL(from, self.location.origin)).pathname).filter(isAsset);
}

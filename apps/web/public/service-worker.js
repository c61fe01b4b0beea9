// Opens the store without a network: it keeps one page without data of the store, with its scripts, styles and fonts.
// It leaves requests to the API, and all that are not GET, to the browser. docs/decisions/0024-entry-queue.md says why
// the project has its own worker.

const shellPath = '/offline';
const shellCache = 'shell';
const assetCache = 'assets';

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

// A page that was loaded from the network asks for the shell of its version.
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

/** True for files that never change: their address has a hash. */
const isAsset = (path) => path.startsWith('/_next/static/');

/** Answers with the page from the network, or with the shell without one. */
async function openPage(request) {
  try {
    return await fetch(request);
  } catch (cause) {
    const shell = await (await caches.open(shellCache)).match(shellPath);
    if (shell) return shell;
    throw cause;
  }
}

/** Answers with the kept file, or with the file from the network, which it keeps. */
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
 * Keeps the shell of the version that is served now. It replaces the old shell only after all its files are kept. Open
 * pages still need the files of the version before, so those stay until the next version comes.
 */
async function keepShell() {
  const answer = await fetch(shellPath, { credentials: 'omit', cache: 'no-store' });
  // A proxy may lead to a page of its own, such as one to sign in.
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

/** Keeps the files that a page and its styles name. Resolves to their paths. */
async function keepAssetsOf(html) {
  const found = new Set(pathsIn(html));
  for (const path of found) {
    const answer = await readAsset(path);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    if (path.endsWith('.css')) for (const inner of pathsIn(await answer.text(), path)) found.add(inner);
  }
  return found;
}

/** The paths of assets that a text names. In a style they may be relative to the path of the style. */
function pathsIn(text, from = '/') {
  const places = text.match(/\/_next\/static\/[\w./~-]+|(?<=url\()[^)"':]+/g) ?? [];
  return places.map((place) => new URL(place, new URL(from, self.location.origin)).pathname).filter(isAsset);
}

import { unstable_isUnrecognizedActionError } from 'next/navigation';
import { storedJson, storeText } from './browser-storage.ts';
import { refusalIn } from './refused-post.ts';
import { texts } from './texts.ts';
import { fieldsToKeep, fillLater, isTypedField, type TypedField } from './typed-fields.ts';

const key = 'plant-store-updated';
/** A page that was loaded anew is not loaded anew again within this time. */
const pauseMs = 60_000;

/** The last time that an update was noticed, and what was typed then, on the page with this path. */
type Update = { at: number; path: string; typed?: TypedField[] };

/**
 * If the cause of a failure is an update of the store since this page was loaded, loads the page anew, once. Typed text
 * goes along, but no secret. Resolves to a message if the page stays as it is: it would lose something, or it was just
 * loaded anew. Resolves to `undefined` for any other cause.
 */
export async function reloadIfUpdated(cause: unknown): Promise<string | undefined> {
  if (!unstable_isUnrecognizedActionError(cause) && !(await isScriptGone(cause))) return undefined;
  const { at: before = 0 } = readUpdate();
  const at = Date.now();
  const isStored = storeUpdate({ at, path: location.pathname, typed: fieldsToKeep() });
  // The page's own handlers tell whether closing it would lose something.
  const isFree = dispatchEvent(new Event('beforeunload', { cancelable: true }));
  if (!isStored || !isFree || Math.abs(at - before) < pauseMs) return texts.updated.reload;
  location.reload();
  return new Promise(() => undefined);
}

/** After such a load, enters the typed text again. Returns the message about it; `undefined` after any other load. */
export function resumeAfterUpdate(): string | undefined {
  const { at, path, typed } = readUpdate();
  if (at === undefined || path === undefined || !typed) return undefined;
  storeUpdate({ at, path });
  if (path !== location.pathname) return undefined;
  fillLater(typed);
  return typed.length > 0 ? texts.updated.withText : texts.updated.done;
}

/** True if a script of this page's version is no longer served. Without a network it is only out of reach. */
async function isScriptGone(cause: unknown): Promise<boolean> {
  const { name, message } = Object(cause) as { name?: unknown; message?: unknown };
  const path = name === 'ChunkLoadError' && /\/_next\/static\/\S+?\.(?:js|css)/.exec(String(message))?.[0];
  if (!path) return false;
  return fetch(path, { method: 'HEAD', cache: 'no-store' }).then(
    ({ status }) => status === 404,
    () => false,
  );
}

const storeUpdate = (update: Update) => storeText('sessionStorage', key, JSON.stringify(update));

function readUpdate(): Partial<Update> {
  const { at, path, typed } = Object(storedJson('sessionStorage', key)) as Record<keyof Update, unknown>;
  if (typeof at !== 'number' || typeof path !== 'string') return {};
  return { at, path, ...(Array.isArray(typed) && { typed: typed.filter(isTypedField) }) };
}

/**
 * The reason why a server action failed: an update of the store, or the server's refusal. `undefined` for any other
 * cause. After an update the page is loaded anew if possible; then this never resolves.
 */
export const failedAction = async (cause: unknown): Promise<string | undefined> =>
  (await reloadIfUpdated(cause)) ?? refusalIn(cause);

import { refusalIn } from './refused-post.ts';
import { reloadIfUpdated } from './updated-store.ts';

/**
 * The reason why a server action failed: an update of the store, or the server's refusal. `undefined` for any other
 * cause. After an update the page is loaded anew if possible; then this never resolves.
 */
export const failedAction = async (cause: unknown): Promise<string | undefined> =>
  (await reloadIfUpdated(cause)) ?? refusalIn(cause);

import { openChannel } from '../queue/tab.ts';

/** The channel of all tabs that follow the feed, and the lock of the one that asks the store. */
export const feedName = 'plant-store-feed';

export const signedIn = 'signedIn';

/** Tells all tabs that following may go on after the end of a session. */
export function tellSignedIn() {
  const channel = openChannel(feedName, () => undefined);
  channel?.postMessage(signedIn);
  channel?.close();
}

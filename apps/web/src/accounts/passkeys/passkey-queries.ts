import { browserClient } from '../../api/browser-client.ts';

/** The passkeys of the one who is signed in, in the order in which they were added. */
export const ownPasskeys = {
  queryKey: ['passkeys'],
  queryFn: ({ signal }: { signal: AbortSignal }) => browserClient.passkeys.list.query(undefined, { signal }),
};

import type { Token } from '@plant-store/schema';
import { browserClient } from '../../api/browser-client.ts';

export const allTokens = (first?: Token[]) => ({
  queryKey: ['tokens'],
  queryFn: ({ signal }: { signal: AbortSignal }) => browserClient.tokens.list.query(undefined, { signal }),
  ...(first && { initialData: first }),
});

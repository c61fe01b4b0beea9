import type { Token } from '@plant-store/schema';
import { browserClient } from '../../api/browser-client.ts';
import { readTokens } from './read-tokens.ts';

export const allTokens = (first?: Token[]) => ({
  queryKey: ['tokens'],
  queryFn: ({ signal }: { signal: AbortSignal }) => readTokens(browserClient, signal),
  ...(first && { initialData: first }),
});

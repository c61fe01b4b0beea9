import { QueryClient, QueryClientProvider, timeoutManager } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

const staleMs = 30_000;

// On the server a cache ends with its page. A timer that removes old data would keep the whole request in memory.
if (typeof window === 'undefined')
  timeoutManager.setTimeoutProvider({
    setTimeout: () => 0,
    clearTimeout: () => undefined,
    setInterval: () => 0,
    clearInterval: () => undefined,
  });

export function QueryProvider({ children }: { children: ReactNode }) {
  const [queries] = useState(
    () =>
      new QueryClient({
        // A failure is shown immediately, with a button to try again. No request waits for the network.
        defaultOptions: {
          queries: { staleTime: staleMs, retry: false, networkMode: 'always' },
          mutations: { networkMode: 'always' },
        },
      }),
  );
  return <QueryClientProvider client={queries}>{children}</QueryClientProvider>;
}

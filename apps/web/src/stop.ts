/** Calls `close` once, on the first signal or when the process that started this one is gone; then the process ends. */
export function stopOnRequest(close: () => Promise<void>) {
  let isStopping = false;
  const onRequest = () => {
    if (isStopping) return;
    isStopping = true;
    void close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, onRequest);
  // It went while this one was starting: false then, and undefined where nobody waits for messages.
  if (process.connected === false) onRequest();
}

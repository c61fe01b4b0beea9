/** Calls `close` once, on the first signal or after the parent process has ended; then the process ends. */
export function stopOnRequest(close: () => Promise<void>) {
  let isStopping = false;
  const onRequest = () => {
    if (isStopping) return;
    isStopping = true;
    void close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) process.on(signal, onRequest);
  // `false`: the parent ended during the start; `undefined`: there is no parent with a channel.
  if (process.connected === false) onRequest();
}

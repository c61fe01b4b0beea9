type Stop = {
  /** How long others may go on sending requests here after SIGTERM, in milliseconds. */
  drainMs: number;
  /** Tells those others. */
  leave(): void;
  close(): Promise<void>;
};

/**
 * Calls `close` once, on the first signal or when the process that started this one is gone; then the process ends.
 * SIGTERM, which service managers send, gives a load balancer time first: it calls `leave` at once, `close` later.
 */
export function stopOnRequest({ drainMs, leave, close }: Stop) {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(signal, stop);
  // A second one does not cut it short: a service manager sends it to each process, and the parent passes it on.
  process.on('SIGTERM', () => {
    if (drainMs === 0) return stop();
    leave();
    setTimeout(stop, drainMs);
  });
  // It went while this one was starting: false then, and undefined where nobody waits for messages.
  if (process.connected === false) stop();
}

type Stop = {
  /** The time for which a load balancer may still send requests after SIGTERM, in milliseconds. */
  drainMs: number;
  /** Tells the load balancer to send no more requests. */
  leave(): void;
  close(): Promise<void>;
};

/**
 * Calls `close` once, on the first signal or when the parent process has ended; then the process ends. SIGTERM comes
 * from service managers, and gives load balancers time: `leave` is called immediately, `close` later.
 */
export function shutDownOnSignal({ drainMs, leave, close }: Stop) {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void close().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(signal, stop);
  // A second SIGTERM does not shorten the wait: a service manager signals each process, and the parent sends a second
  // one.
  process.on('SIGTERM', () => {
    if (drainMs === 0) return stop();
    leave();
    setTimeout(stop, drainMs);
  });
  // `false`: the parent ended during the start; `undefined`: there is no parent with a channel.
  if (process.connected === false) stop();
}

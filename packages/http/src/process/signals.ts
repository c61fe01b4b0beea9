type Shutdown = {
  /** The time for which a load balancer may still send requests after SIGTERM, in milliseconds. */
  drainMs?: number;
  leave?(): void;
  close(): Promise<void>;
};

/** Service managers send SIGTERM, which gives load balancers time: `leave` is called immediately, `close` later. */
export function shutDownOnSignal({ drainMs = 0, leave, close }: Shutdown) {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    void close().then(() => process.exit());
  };
  for (const signal of ['SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(signal, stop);
  // A second SIGTERM does not shorten the wait: a service manager sends one to each process, and the parent another.
  process.on('SIGTERM', () => {
    if (drainMs === 0) return stop();
    leave?.();
    setTimeout(stop, drainMs);
  });
  // `false`: the parent ended during the start; `undefined`: there is no parent with a channel.
  if (process.connected === false) stop();
}

type Shutdown = {
  /** The time for which a load balancer may still send requests after SIGTERM, in milliseconds. */
  drainMs?: number;
  leave?(): void;
  stopListening?(): void;
  close(): Promise<void>;
};

/** The time in which a kept connection may send its last request, after the server has stopped listening. */
const lastRequestsMs = 2_000;

/**
 * Service managers send SIGTERM, which gives load balancers time: `leave` is called immediately, `stopListening` after
 * `drainMs`, and `close` 2 s later.
 */
export function shutDownOnSignal({ drainMs = 0, leave, stopListening, close }: Shutdown) {
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
    setTimeout(() => {
      stopListening?.();
      setTimeout(stop, lastRequestsMs);
    }, drainMs);
  });
  // `false`: the parent ended during the start; `undefined`: there is no parent with a channel.
  if (process.connected === false) stop();
}

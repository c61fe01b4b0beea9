import { openChannel } from './tab.ts';

const lockName = 'plant-store-queue';
/** The lock of a tab that takes over, so that two tabs do not take from each other. */
const takingName = 'plant-store-queue-taking';
/** On this channel, waiting tabs ask the sending tab for a sign of life. */
const channelName = 'plant-store-sender';

/** The interval of the questions. A sender that leaves them unanswered for five intervals hangs: after 10 s. */
const askMs = 2_000;
const intervalsMax = 5;

/**
 * Runs the work when no other tab of this browser runs any. A tab that hangs during its work, for instance in a
 * debugger, loses the lock. If it goes on later, `lost` aborts. Resolves when the work has ended, also after a loss.
 * Where the browser has no locks or refuses them, the work runs at once: tabs share no database there.
 */
export async function withLock(
  work: (lost: AbortSignal) => Promise<void>,
  locks: Pick<LockManager, 'request' | 'query'> | undefined = navigator.locks,
): Promise<void> {
  const lost = new AbortController();
  if (!locks) return work(lost.signal);
  let running: Promise<void> | undefined;
  const request = (options: LockOptions, onGranted?: () => void) =>
    locks.request(lockName, options, () => {
      clearInterval(timer);
      onGranted?.();
      running ??= work(lost.signal);
      return running;
    });
  /** The tab that has the lock. */
  const holder = async () => (await locks.query()).held?.find(({ name }) => name === lockName)?.clientId;
  let unanswered = 0;
  // The sender answers messages and needs no timer: browsers slow the timers of hidden tabs.
  const channel = openChannel(channelName, (data) => {
    if (data === 'alive') unanswered = 0;
    else if (running && !lost.signal.aborted) channel?.postMessage('alive');
  });
  const waiting = new AbortController();
  let suspect: string | undefined;
  let taken: Promise<void> | undefined;
  /** Steals the lock, unless another tab takes it now, or has taken it since the last look. */
  const take = async (taking: Lock | null) => {
    if (taking === null || (await holder()) !== suspect || running) return;
    waiting.abort();
    await new Promise<void>((onGranted) => {
      taken = request({ steal: true }, onGranted);
    });
  };
  /** Counts intervals, not time: after a computer has slept, the sender needs a moment to answer. */
  const ask = async () => {
    const found = await holder();
    if (running) return;
    if (found !== suspect) unanswered = 0;
    suspect = found;
    if (++unanswered < intervalsMax) channel?.postMessage('ask');
    else await locks.request(takingName, { ifAvailable: true }, take);
  };
  // A tab that cannot ask takes nothing.
  const timer = channel && setInterval(ask, askMs);
  try {
    await request({ signal: waiting.signal }).catch((cause) => taken ?? Promise.reject(cause));
  } catch {
    clearInterval(timer);
    if (running) lost.abort();
    running ??= work(lost.signal);
    await running;
  } finally {
    channel?.close();
  }
}

import { onTestFinished } from 'vitest';
import { patienceMs } from '../../../vitest/patience.ts';

export type Clients<Outcome> = {
  /** All outcomes so far, in order. */
  outcomes: Outcome[];
  /** Resolves after `more` further outcomes that match. @throws Error if they are late */
  until(isSuch: (outcome: Outcome) => boolean, more: number): Promise<void>;
  /** Begins no new rounds, and gives all outcomes. @throws the error of a round */
  stop(): Promise<Outcome[]>;
};

/**
 * The load generator of the tests: clients that run rounds, each after the end of its previous one, until `stop` or the
 * end of the test. A round reports the outcome of each request. A client ends with its first round that returns false.
 */
export function startClients<Outcome>(
  count: number,
  round: (tell: (outcome: Outcome) => void) => Promise<unknown>,
): Clients<Outcome> {
  const outcomes: Outcome[] = [];
  const watches = new Set<(outcome: Outcome) => void>();
  let isStopped = false;
  const tell = (outcome: Outcome) => {
    outcomes.push(outcome);
    for (const watch of watches) watch(outcome);
  };
  const client = async () => {
    while (!isStopped && (await round(tell)) !== false);
  };
  const ended = Promise.all(Array.from({ length: count }, client));
  ended.catch(() => undefined);
  const stop = async () => {
    isStopped = true;
    await ended;
    return outcomes;
  };
  onTestFinished(async () => void (await stop()));
  return { outcomes, stop, until: (isSuch, more) => watchFor(isSuch, more, watches, ended) };
}

async function watchFor<Outcome>(
  isSuch: (outcome: Outcome) => boolean,
  more: number,
  watches: Set<(outcome: Outcome) => void>,
  ended: Promise<unknown>,
) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let missing = more;
  const watch = (outcome: Outcome) => {
    if (isSuch(outcome) && --missing === 0) resolve();
  };
  const giveUp = () => reject(new Error(`${missing} of ${more} outcomes that were waited for did not come`));
  const timer = setTimeout(giveUp, patienceMs);
  watches.add(watch);
  ended.then(giveUp, reject);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    watches.delete(watch);
  }
}

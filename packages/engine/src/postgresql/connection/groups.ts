import type { QueryConfig, QueryResult } from 'pg';
import { queueFull } from '../../core/unavailable.ts';
import type { Step } from '../../core/unit-of-work.ts';
import { queueMax, waitTimeoutMs } from '../../core/waiting.ts';
import type { Connections } from './pool.ts';

type Waiting = { step: Step; form: object; since: number } & Omit<PromiseWithResolvers<never[]>, 'promise'>;

const groupMax = 8;
const groupsMax = 3;
/** A group that takes longer, as behind a lock, no longer holds up others. */
const slowMs = 50;
/** Steps that met a lock, under way at once. */
const heldMax = 2;

type Join = { formOf(step: Step): object; join(steps: Step[]): QueryConfig };

/**
 * Sends single steps at once, and under load up to 8 of them as one statement. Each has its own outcome: after a fault that one
 * of them may cause, each is sent alone. A step that meets a lock waits for it in short turns, as each keeps a connection.
 */
export function createGroups(
  pool: Connections['pool'],
  send: (statement: QueryConfig, count: number) => Promise<QueryResult>,
  { formOf, join }: Join,
) {
  let waiting: Waiting[] = [];
  const held: { one: Waiting; cause: unknown }[] = [];
  let free = groupsMax;
  let tried = 0;
  let shed = 0;

  const isLate = ({ since }: Waiting) => performance.now() - since > waitTimeoutMs;
  const refuse = (one: Pick<Waiting, 'reject'> | undefined) => {
    shed++;
    one?.reject(queueFull());
  };

  function sendNext() {
    while (waiting[0] && isLate(waiting[0])) refuse(waiting.shift());
    while (free > 0 && waiting.length > 0) void sendGroup(takeGroup());
  }

  /** The next step, and those of its form. */
  function takeGroup() {
    const group: Waiting[] = [];
    const others: Waiting[] = [];
    for (const one of waiting)
      (group.length < groupMax && one.form === waiting[0]?.form ? group : others).push(one);
    waiting = others;
    return group.sort(byRow);
  }

  async function sendGroup(group: Waiting[]) {
    free--;
    let isCounted = true;
    const leave = () => {
      if (isCounted) free++;
      isCounted = false;
      sendNext();
    };
    const timer = setTimeout(leave, slowMs);
    try {
      const { rows } = await send(join(group.map(({ step }) => step)), group.length);
      const rowsOf = group.map((): never[] => []);
      for (const { step, ...row } of rows) rowsOf[step]?.push(row as never);
      for (const [place, { resolve }] of group.entries()) resolve(rowsOf[place] ?? []);
    } catch (cause) {
      const isOfOne = group.length > 1 && mayBeOfOne(cause);
      for (const one of group)
        if (isOfOne && isLate(one)) refuse(one);
        else if (isOfOne) void sendGroup([one]);
        else if (isHeld(cause) && !isLate(one)) held.push({ one, cause });
        else one.reject(cause);
      tryHeld();
    }
    clearTimeout(timer);
    leave();
  }

  function tryHeld() {
    for (let next = held[0]; next && tried < heldMax; next = held[0]) {
      held.shift();
      if (isLate(next.one)) {
        next.one.reject(next.cause);
        continue;
      }
      tried++;
      void sendGroup([next.one]).then(() => {
        tried--;
        tryHeld();
      });
    }
  }

  return {
    run(step: Step): Promise<never[]> {
      const { promise, ...outcome } = Promise.withResolvers<never[]>();
      if (waiting.length + held.length + pool.waitingCount >= queueMax) refuse(outcome);
      else waiting.push({ step, form: formOf(step), since: performance.now(), ...outcome });
      sendNext();
      return promise;
    },
    waiting: () => waiting.length + held.length,
    shed: () => shed,
  };
}

const codeOf = (cause: unknown): string => {
  const { code, cause: inner } = cause as { code?: unknown; cause?: { code?: unknown } };
  return String(inner?.code ?? code);
};

const byRow = ({ step: { row: one = 0n } }: Waiting, { step: { row: other = 0n } }: Waiting) =>
  Number(one - other);

/** By a lock, or by a conflict of transactions. */
const isHeld = (cause: unknown): boolean => /^(55P03|40001|40P01)$/.test(codeOf(cause));

/** Locks, conflicts, and values that the server refuses; nothing was stored then. */
const mayBeOfOne = (cause: unknown): boolean => /^(55P03|40001|40P01|2[23]...|54...)$/.test(codeOf(cause));

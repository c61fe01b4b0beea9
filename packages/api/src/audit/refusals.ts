import { auditLog, type Database, type Origin, people } from '@plant-store/db';
import { type AuditAction, type ErrorCode, StoreError } from '@plant-store/schema';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../access/caller.ts';

/** Errors that bear on who may do what, and how the audit log calls them. */
const actions: Partial<Record<ErrorCode, AuditAction>> = {
  invalidToken: 'refusals.unknownToken',
  endedToken: 'refusals.endedToken',
  scopeMissing: 'refusals.scope',
  wrongPasskey: 'refusals.signIn',
};

/** What is refused again and again is written down once in so long. */
const everyMs = 60_000;
/**
 * How many refusals of one reason are written down within that at most: strangers are not to fill the disk. Of each by
 * itself, or they could keep out what the log is to tell of others.
 */
const budget = 60;
const rememberedMax = 10_000;

/** A request that was refused; `asked` is the route or procedure, and nothing that was typed. */
type Refused = { asked: string; caller: Caller | StoreError; network: string; origin: Origin };

export type Refusals = {
  /** Has a request's refusal written down, unless it was just now for this caller, or else this network, and reason. */
  note(error: StoreError, request: Refused): void;
  /** Has it written down that a password was not right, each time: how often it may be tried is limited anyway. */
  signIn(login: string, origin: Origin): void;
};

/** Writes refusals into the audit log; nobody waits for it, and what cannot be written there goes to `log`. */
export function createRefusals(db: Database, log: FastifyBaseLogger): Refusals {
  const noted = new LRUCache<string, number>({ max: rememberedMax });
  const minutes = new Map<AuditAction, { begun: number; left: number }>();

  function isWithinBudget(action: AuditAction, now: number): boolean {
    let minute = minutes.get(action);
    if (!minute || now - minute.begun > everyMs) {
      minute = { begun: now, left: budget };
      minutes.set(action, minute);
    }
    return minute.left-- > 0;
  }

  const write = (entry: () => Promise<void>) => {
    entry().catch((err) => log.warn({ err }, 'a refusal could not be written into the audit log'));
  };

  return {
    note(error, { asked, caller, network, origin }) {
      const action = actions[error.code];
      if (!action) return;
      const actorId = caller instanceof StoreError ? undefined : caller.actorId;
      const key = `${error.code} ${actorId ?? network}`;
      const now = performance.now();
      if (now - (noted.get(key) ?? -everyMs) < everyMs) return;
      // What is not written down is no reason to leave out the next one.
      if (!isWithinBudget(action, now)) return;
      noted.set(key, now);
      write(() => auditLog.add(db, { action, subject: asked, by: { actorId, origin } }));
    },
    signIn(login, origin) {
      if (isWithinBudget('refusals.signIn', performance.now()))
        write(() => people.refused(db, login, origin));
    },
  };
}

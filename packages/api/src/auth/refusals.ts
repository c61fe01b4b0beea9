import { auditLog, type Database, people, type RequestSource } from '@plant-store/db';
import { type AuditAction, type ErrorCode, StoreError } from '@plant-store/schema';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Caller } from './caller.ts';

const actions: Partial<Record<ErrorCode, AuditAction>> = {
  invalidToken: 'refusals.unknownToken',
  endedToken: 'refusals.endedToken',
  scopeMissing: 'refusals.scope',
  wrongPasskey: 'refusals.signIn',
};

/** A repeated refusal is recorded once in this time. */
const everyMs = 60_000;
/** The limit for each reason in that time, so that unknown callers cannot fill the disk. */
const budget = 60;
const rememberedMax = 10_000;

/** A refused request. `target` is the route or procedure, never input of the caller. */
type Refused = { target: string; caller: Caller | StoreError; network: string; source: RequestSource };

export type RefusalLog = ReturnType<typeof createRefusalLog>;

/** Writes refusals into the audit log in the background. If that fails, they are written to `log`. */
export function createRefusalLog(db: Database, log: FastifyBaseLogger) {
  const recordedAt = new LRUCache<string, number>({ max: rememberedMax });
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
    entry().catch((err) => log.warn({ err }, 'a refusal could not be written to the audit log'));
  };

  return {
    /** Records a refusal, unless one for the same reason and the same caller (or network) was recorded just now. */
    add(error: StoreError, { target, caller, network, source }: Refused) {
      const action = actions[error.code];
      if (!action) return;
      const actorId = caller instanceof StoreError ? undefined : caller.actorId;
      const key = `${error.code} ${actorId ?? network}`;
      const now = performance.now();
      if (now - (recordedAt.get(key) ?? -everyMs) < everyMs) return;
      // A refusal above the budget is not recorded, so it does not hide the next one.
      if (!isWithinBudget(action, now)) return;
      recordedAt.set(key, now);
      write(() => auditLog.add(db, { action, subject: target, by: { actorId, source } }));
    },
    /** Records every wrong password: the sign-in guard limits how many there can be. */
    addSignIn(login: string, source: RequestSource) {
      if (isWithinBudget('refusals.signIn', performance.now()))
        write(() => people.recordRefusal(db, login, source));
    },
  };
}

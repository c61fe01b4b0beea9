import type { AuditAction } from '@plant-store/schema';

/** Where a request came from: its id, and the address of who sent it. A command has neither. */
export type Origin = { requestId?: string | undefined; address?: string | undefined };

/** Who has something done: the actor, where one is known, and from where. */
export type Doer = { actorId?: bigint | null | undefined; origin?: Origin | undefined };

/** What the log is to tell of. */
export type AuditEvent = {
  action: AuditAction;
  /** What it was done to: an id, or a name; never what was typed by who is not known. */
  subject?: string | undefined;
  by: Doer;
};

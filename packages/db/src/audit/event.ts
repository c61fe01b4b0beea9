import type { AuditAction } from '@plant-store/schema';

/** Where something was asked for: the id of the request, and the address it came from. A command has neither. */
export type Origin = { requestId?: string | undefined; address?: string | undefined };

/** Who has something done: the actor, where one is known, and from where. */
export type Doer = { actorId?: bigint | null | undefined; origin?: Origin | undefined };

/** The same where the actor is known. */
export type KnownDoer = Doer & { actorId: bigint };

/** What the log is to tell of. */
export type AuditEvent = {
  action: AuditAction;
  /** What it was done to: an id, or a name; never what was typed by who is not known. */
  subject?: string | undefined;
  by: Doer;
};

import type { AuditAction } from '@plant-store/schema';

/** The id and the address of the request; a command has neither. */
export type RequestSource = { requestId?: string | undefined; address?: string | undefined };

export type Initiator = { actorId?: bigint | null | undefined; source?: RequestSource | undefined };

export type KnownInitiator = Initiator & { actorId: bigint };

export type AuditEvent = {
  action: AuditAction;
  /** The object of the action, by its id or name; never input from an unknown caller. */
  subject?: string | undefined;
  by: Initiator;
};

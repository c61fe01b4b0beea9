import type { Caller } from '../../auth/caller.ts';
import type { Context } from '../../context/context.ts';

export const initiatorOf = ({ caller, origin }: Pick<Context, 'origin'> & { caller: Caller }) => ({
  actorId: caller.actorId,
  origin: origin(),
});

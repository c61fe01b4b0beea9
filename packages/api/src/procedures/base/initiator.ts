import type { Caller } from '../../auth/caller.ts';
import type { Context } from '../../context/context.ts';

export const initiatorOf = ({ caller, source }: Pick<Context, 'source'> & { caller: Caller }) => ({
  actorId: caller.actorId,
  source: source(),
});

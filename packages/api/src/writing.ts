import { hash } from 'node:crypto';
import { StoreError, toJson } from '@plant-store/schema';
import type { Caller } from './access/caller.ts';
import type { Context } from './context.ts';

export const idempotencyKeyMaxLength = 255;
/** What a header may hold (RFC 9110, section 5.5), so that it can be told in an error. */
export const idempotencyKey = /^[!-~](?:[ -~]*[!-~])?$/;

/** Who has a procedure write, and from where. */
export const by = ({ caller, origin }: Pick<Context, 'origin'> & { caller: Caller }) => ({
  actorId: caller.actorId,
  origin: origin(),
});

/**
 * Who has a procedure write what may be asked for again: with an `Idempotency-Key`, the same input is answered as it
 * was the first time, with `Idempotent-Replayed: true`.
 * @param operation the procedure's name: the same key for another one is another request
 * @throws StoreError `badRequest` for a key that is none
 */
export function onceBy(ctx: Context & { caller: Caller }, operation: string, input: unknown) {
  const { idempotencyKey: key } = ctx.conditions;
  if (key === undefined) return by(ctx);
  if (!idempotencyKey.test(key) || key.length > idempotencyKeyMaxLength)
    throw new StoreError(
      'badRequest',
      `Idempotency-Key must be 1 to ${idempotencyKeyMaxLength} printable ASCII characters; it has ${key.length} characters`,
    );
  const onReplay = () => {
    ctx.answer.headers['Idempotent-Replayed'] = 'true';
  };
  return { ...by(ctx), once: { key, hash: hashOf([operation, input]), onReplay } };
}

/** The same for the same request. What one that tRPC reads holds may be nested without end, or hold itself. */
function hashOf(request: unknown): string {
  try {
    return hash('sha256', toJson(request));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new StoreError(
      'malformedJson',
      'the body is nested too deep; send plants as objects of text and numbers',
      {
        cause,
      },
    );
  }
}

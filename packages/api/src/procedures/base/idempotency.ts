import { hash } from 'node:crypto';
import { StoreError, toJson } from '@plant-store/schema';
import type { Caller } from '../../auth/caller.ts';
import type { Context } from '../../context/context.ts';

export const idempotencyKeyMaxLength = 255;
/** Only characters of header values (RFC 9110, section 5.5), as an error message repeats the key. */
export const idempotencyKey = /^[!-~](?:[ -~]*[!-~])?$/;

/** The initiator of a write. */
export const initiatorOf = ({ caller, source }: Pick<Context, 'source'> & { caller: Caller }) => ({
  actorId: caller.actorId,
  source: source(),
});

/** A known key with the same input gets the first answer again. @throws StoreError `badRequest` for a malformed key */
export function idempotentInitiatorOf(ctx: Context & { caller: Caller }, operation: string, input: unknown) {
  const { idempotencyKey: key } = ctx;
  if (key === undefined) return { ...initiatorOf(ctx), idempotencyKey: undefined };
  if (!idempotencyKey.test(key) || key.length > idempotencyKeyMaxLength)
    throw new StoreError(
      'badRequest',
      `Idempotency-Key must be 1 to ${idempotencyKeyMaxLength} printable ASCII characters; it has ${key.length} characters`,
    );
  const onReplay = () => {
    ctx.response.headers['Idempotent-Replayed'] = 'true';
  };
  return { ...initiatorOf(ctx), idempotencyKey: { key, hash: hashOf([operation, input]), onReplay } };
}

/** The hash of a request. An input over tRPC may be nested too deeply, or contain itself. */
function hashOf(request: unknown): string {
  try {
    return hash('sha256', toJson(request));
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new StoreError(
      'malformedJson',
      'the body is nested too deeply; send plants as objects of text and numbers',
      {
        cause,
      },
    );
  }
}

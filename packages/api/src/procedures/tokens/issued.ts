import { type Token, tokens } from '@plant-store/db';
import type { IssuedToken } from '@plant-store/schema';

/** The answer for a new or rotated token, or for a repeat of the request. */
export const toIssued = ({ token, value }: tokens.Issued): IssuedToken => ({
  ...token,
  ...(value === undefined ? { message: messageFor(token) } : { value }),
});

const messageFor = (token: Token) =>
  `this request was done before; only its first answer had the value. ${
    tokens.isActive(token)
      ? `If you do not have it, rotate the token: POST /tokens/${token.id}/rotate, with another Idempotency-Key`
      : `The token ${tokens.endText(token)}; make a new one with another Idempotency-Key`
  }`;

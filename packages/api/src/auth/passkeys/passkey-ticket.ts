import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const lifetimeMs = 5 * 60 * 1000;

export type Challenge = { challenge: string; until: Date };

/** The purpose of a challenge: the request, the host and the caller. The answer must have the same three. */
export type Purpose = readonly string[];

const Content = z.object({ challenge: z.string(), until: z.number() });

/** Issues challenges without storing them, so any client may request one: it comes back in a signed ticket. */
export function passkeyTickets(key: string) {
  const signatureOf = (content: string, purpose: Purpose) =>
    createHmac('sha256', key)
      .update(JSON.stringify([content, ...purpose]))
      .digest();
  return {
    make(purpose: Purpose): { challenge: string; ticket: string } {
      const challenge = randomBytes(32).toString('base64url');
      const until = Date.now() + lifetimeMs;
      const content = Buffer.from(JSON.stringify({ challenge, until })).toString('base64url');
      return { challenge, ticket: `${content}.${signatureOf(content, purpose).toString('base64url')}` };
    },

    /** The challenge in a ticket; `undefined` if its purpose differs or it has expired. */
    read(ticket: string, purpose: Purpose): Challenge | undefined {
      const [content = '', signature = ''] = ticket.split('.');
      const given = Buffer.from(signature, 'base64url');
      const due = signatureOf(content, purpose);
      if (given.length !== due.length || !timingSafeEqual(given, due)) return undefined;
      const { challenge, until } = Content.parse(JSON.parse(Buffer.from(content, 'base64url').toString()));
      return Date.now() < until ? { challenge, until: new Date(until) } : undefined;
    },
  };
}

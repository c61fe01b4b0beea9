import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** How long a challenge may be answered. */
const lifetimeMs = 5 * 60 * 1000;

/** What a passkey is to sign, and until when it may. */
export type Challenge = { challenge: string; until: Date };

/** What a challenge is good for: what is asked, at which host, and who asks. All of it must be the same at the answer. */
export type Purpose = readonly string[];

const Content = z.object({ challenge: z.string(), until: z.number() });

/**
 * Challenges that nothing is stored of until one is answered: a ticket holds one, signed, and comes back with the answer.
 * So everybody may ask for one, and a page for signing in can have one at hand.
 */
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

    /** The challenge in a ticket; `undefined` when it was made for another purpose, by somebody else, or too long ago. */
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

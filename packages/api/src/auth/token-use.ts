import { type Database, tokens } from '@plant-store/db';
import { tokenEndingMs } from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

/** The precision of a token's last use, in milliseconds. */
const everyMs = 60_000;
/** The delay before a use is stored, so that the request is not slower. */
const laterMs = 5_000;

/** Warns the caller of a token that expires soon, and records the time and address of the token's use. */
export function trackTokenUse(db: Database) {
  const notedAt = new Map<string, number>();
  return ({ id, kind, expiresAt }: Caller, request: FastifyRequest, reply: FastifyReply) => {
    if (kind !== 'token') return;
    const now = Date.now();
    if (expiresAt && expiresAt.getTime() - now < tokenEndingMs)
      reply.header('token-expires-at', expiresAt.toISOString());
    if (now - (notedAt.get(id) ?? 0) < everyMs) return;
    notedAt.set(id, now);
    const { ip, log } = request;
    // Nothing waits for this write, not even a stopping process. The next use replaces a lost one.
    const note = () =>
      tokens.recordUse(db, id, ip, new Date(now)).catch((err) => {
        notedAt.delete(id);
        log.debug({ err }, 'the use of a token could not be recorded');
      });
    setTimeout(note, laterMs).unref();
  };
}

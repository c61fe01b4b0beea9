import { type Database, tokens } from '@plant-store/db';
import { tokenEndingMs } from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';

/** How exactly it is known when a token was used last. */
const everyMs = 60_000;
/** So that it is no part of what the request is measured by. */
const laterMs = 5_000;

/** Tells who uses a token that it will end soon, and has the store know when and from where it was used. */
export function createTokenUse(db: Database) {
  const notedAt = new Map<string, number>();
  return ({ id, kind, expiresAt }: Caller, request: FastifyRequest, reply: FastifyReply) => {
    if (kind !== 'token') return;
    const now = Date.now();
    if (expiresAt && expiresAt.getTime() - now < tokenEndingMs)
      reply.header('token-expires-at', expiresAt.toISOString());
    if (now - (notedAt.get(id) ?? 0) < everyMs) return;
    notedAt.set(id, now);
    const { ip, log } = request;
    // Nobody waits for it, not even who stops the process; what could not be noted is noted with the next use.
    const note = () =>
      tokens.noteUse(db, id, ip).catch((err) => {
        notedAt.delete(id);
        log.debug({ err }, 'the use of a token could not be noted');
      });
    setTimeout(note, laterMs).unref();
  };
}

import type { Shed } from '@plant-store/http';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';

const minuteMs = 60_000;
const rememberedMax = 1_000;

/** Logs requests that were refused for overload, with caller, network and limit: at most once a minute for each. */
export function createShedLog(log: FastifyBaseLogger) {
  const lastLoggedAt = new LRUCache<string, number>({ max: rememberedMax });
  return ({ routes, bound, of }: Shed, id = '') => {
    const key = `${routes} ${bound} ${of} ${id}`;
    const now = Date.now();
    if (now - (lastLoggedAt.get(key) ?? 0) < minuteMs) return;
    lastLoggedAt.set(key, now);
    const who = bound === 'whole' ? {} : { [bound]: id };
    const why = bound === 'whole' ? 'the server is overloaded' : 'one client has too much in progress';
    log.warn({ routes, bound, of, ...who }, `requests are refused with 503: ${why}`);
  };
}

import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';

/** Why a request was refused; `routes` are those that need a token, or those that need none. */
export type Shed = {
  routes: 'token' | 'public';
  bound: 'whole' | 'caller' | 'network';
  of: 'requests' | 'bytes';
};

const minuteMs = 60_000;
/** For how many callers and networks the time of the last line is remembered. */
const rememberedMax = 1_000;

/** Writes who was refused for overload, and by which bound: at most once a minute for each caller, network and bound. */
export function createShedLog(log: FastifyBaseLogger) {
  const lastTold = new LRUCache<string, number>({ max: rememberedMax });
  return ({ routes, bound, of }: Shed, id = '') => {
    const key = `${routes} ${bound} ${of} ${id}`;
    const now = Date.now();
    if (now - (lastTold.get(key) ?? 0) < minuteMs) return;
    lastTold.set(key, now);
    const who = bound === 'whole' ? {} : { [bound]: id };
    log.warn({ routes, bound, of, ...who }, 'requests are refused with 503: too much is under way');
  };
}

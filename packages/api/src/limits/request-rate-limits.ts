import type { RateLimit } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientNetworkOf, isWrite } from '../http/request.ts';
import type { RateLimits } from './rate-limit-settings.ts';
import { aboutServer } from './request-slots.ts';

type Found<Caller> = Caller | StoreError;

type Consumption = { limit: RateLimit; left: number; who: string };

/** Counts reads and writes, by address and by caller. Answers get the headers of the limit with the smaller rest. */
export function createRequestRateLimits({ addresses, callers }: RateLimits) {
  const consumeForAddress = (request: FastifyRequest, route: string) =>
    aboutServer.has(route) ? undefined : consume(addresses, request, clientNetworkOf(request));
  return {
    /** Counts a request to a public route. @throws StoreError `tooManyRequests` */
    async countPublic(request: FastifyRequest, reply: FastifyReply, route: string) {
      const ofAddress = await consumeForAddress(request, route);
      if (!ofAddress) return;
      if (ofAddress.left < 0) throw tooMany(ofAddress);
      setHeaders(reply, ofAddress);
    },
    /** The result of `find`; a StoreError `tooManyRequests` after too many requests. */
    async admit<Caller extends { id: string; name: string }>(
      request: FastifyRequest,
      reply: FastifyReply,
      route: string,
      find: () => Found<Caller> | Promise<Found<Caller>>,
    ): Promise<Found<Caller>> {
      const ofAddress = await consumeForAddress(request, route);
      // This check comes before the caller is looked up.
      if (ofAddress && ofAddress.left < 0) return tooMany(ofAddress);
      const caller = await find();
      const isCounted = !(caller instanceof StoreError || aboutServer.has(route));
      const ofCaller = isCounted ? await consume(callers, request, caller.id, `"${caller.name}"`) : undefined;
      if (ofCaller && ofCaller.left < 0) return tooMany(ofCaller);
      const least = ofCaller && !(ofAddress && ofAddress.left < ofCaller.left) ? ofCaller : ofAddress;
      if (least) setHeaders(reply, least);
      return caller;
    },
  };
}

async function consume(
  { reads, writes }: RateLimits['callers'],
  request: FastifyRequest,
  key: string,
  who = key,
): Promise<Consumption | undefined> {
  const limit = isWrite(request) ? writes : reads;
  return limit && { limit, left: await limit.consumeShared(key, callsIn(request)), who };
}

/** The calls of tRPC in a request, or 1. */
export function callsIn({ params, url }: FastifyRequest): number {
  if (!url.startsWith('/trpc/')) return 1;
  return (params as { path?: string }).path?.split(',').length ?? 1;
}

const setHeaders = (reply: FastifyReply, { limit, left }: Consumption) =>
  reply.header('ratelimit-policy', limit.policyHeader).header('ratelimit', limit.stateHeader(left));

/** Advice for a caller who exceeds a limit: requests that replace many others. */
const bulk = {
  reads:
    'read many plants with one request: GET /plants takes limit=200, and GET /plants/export returns all plants of a filter',
  writes:
    'write many plants with one request: POST /plants/bulk takes 1,000 plants, and POST /imports takes a file of any size',
};

function tooMany({ limit, who }: Consumption): StoreError {
  const { quota, name } = limit.policy;
  const kind = name.endsWith('reads') ? 'reads' : 'writes';
  return limit.refusal(`${who} may send ${quota} ${kind} a minute, and sent more`, bulk[kind]);
}

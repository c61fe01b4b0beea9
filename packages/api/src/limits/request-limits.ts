import { StoreError } from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
import { isWrite } from '../method.ts';
import type { Limit } from './limit.ts';
import type { Limits } from './limits.ts';
import { networkOf } from './network.ts';
import { aboutServer } from './overload.ts';

type Found = Caller | StoreError;

/** What a request left of a limit; below 0 if there was not enough for it. */
type Use = { limit: Limit; left: number; who: string };

/**
 * Counts requests, reads and writes apart, by where they come from and by who asks. Their answers get the headers of
 * the limit of which less is left.
 */
export function createRequestLimits({ addresses, callers }: Limits) {
  const useOfAddress = (request: FastifyRequest, route: string) =>
    aboutServer.has(route) ? undefined : use(addresses, request, networkOf(request));
  return {
    /** Counts what anybody may ask for. @throws StoreError `tooManyRequests` */
    async countPublic(request: FastifyRequest, reply: FastifyReply, route: string) {
      const ofAddress = await useOfAddress(request, route);
      if (!ofAddress) return;
      if (ofAddress.left < 0) throw tooMany(ofAddress);
      tell(reply, ofAddress);
    },
    /** Who asks, as `find` tells; a StoreError `tooManyRequests` where there were too many requests. */
    async admit(
      request: FastifyRequest,
      reply: FastifyReply,
      route: string,
      find: () => Found | Promise<Found>,
    ): Promise<Found> {
      const ofAddress = await useOfAddress(request, route);
      // Before anybody is looked for.
      if (ofAddress && ofAddress.left < 0) return tooMany(ofAddress);
      const caller = await find();
      const isCounted = !(caller instanceof StoreError || aboutServer.has(route));
      const ofCaller = isCounted ? await use(callers, request, caller.id, `"${caller.name}"`) : undefined;
      if (ofCaller && ofCaller.left < 0) return tooMany(ofCaller);
      const least = ofCaller && !(ofAddress && ofAddress.left < ofCaller.left) ? ofCaller : ofAddress;
      if (least) tell(reply, least);
      return caller;
    },
  };
}

/** Uses the limit for reads, or for writes, once for each call of a request. Gives nothing where there is no limit. */
async function use(
  { reads, writes }: Limits['callers'],
  request: FastifyRequest,
  key: string,
  who = key,
): Promise<Use | undefined> {
  const limit = isWrite(request) ? writes : reads;
  return limit && { limit, left: await limit.takeTogether(key, callsIn(request)), who };
}

/** In one request over tRPC several procedures may be called, with commas between. */
function callsIn({ params, url }: FastifyRequest): number {
  if (!url.startsWith('/trpc/')) return 1;
  // A procedure that is for everybody has an address of its own.
  return (params as { path?: string }).path?.split(',').length ?? 1;
}

const tell = (reply: FastifyReply, { limit, left }: Use) =>
  reply.header('ratelimit-policy', limit.policyHeader).header('ratelimit', limit.stateHeader(left));

/** How one request does the work of many. */
const bulk = {
  reads:
    'read many plants with one request: GET /plants takes limit=200, and with Accept: application/x-ndjson or text/csv answers all that a filter finds',
  writes:
    'write many plants with one request: POST /plants/bulk takes 1,000 plants, and POST /imports takes a file of any size',
};

function tooMany({ limit, who }: Use): StoreError {
  const { quota, name } = limit.policy;
  const kind = name.endsWith('reads') ? 'reads' : 'writes';
  return limit.refusal(`${who} may send ${quota} ${kind} a minute, and there were more`, bulk[kind]);
}

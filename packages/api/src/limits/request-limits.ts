import { StoreError } from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../access/caller.ts';
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
  /** A promise only where other processes have to be told first. */
  const use = (
    { reads, writes }: Limits['callers'],
    request: FastifyRequest,
    key: string,
    who = key,
  ): Use | Promise<Use> | undefined => {
    const limit = request.method === 'GET' || request.method === 'HEAD' ? reads : writes;
    if (!limit) return undefined;
    const left = limit.takeTogether(key, callsIn(request));
    return typeof left === 'number'
      ? { limit, left, who }
      : left.then((then) => ({ limit, left: then, who }));
  };
  const useOfAddress = (request: FastifyRequest, route: string) =>
    aboutServer.has(route) ? undefined : use(addresses, request, networkOf(request));
  return {
    /** Counts what anybody may ask for. @throws StoreError `tooManyRequests` */
    async countPublic(request: FastifyRequest, reply: FastifyReply, route: string) {
      const used = useOfAddress(request, route);
      const ofAddress = used instanceof Promise ? await used : used;
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
      const used = useOfAddress(request, route);
      const ofAddress = used instanceof Promise ? await used : used;
      // Before anybody is looked for.
      if (ofAddress && ofAddress.left < 0) return tooMany(ofAddress);
      const caller = await find();
      const usedByCaller =
        caller instanceof StoreError || aboutServer.has(route)
          ? undefined
          : use(callers, request, caller.id, `"${caller.name}"`);
      const ofCaller = usedByCaller instanceof Promise ? await usedByCaller : usedByCaller;
      if (ofCaller && ofCaller.left < 0) return tooMany(ofCaller);
      const least = ofCaller && !(ofAddress && ofAddress.left < ofCaller.left) ? ofCaller : ofAddress;
      if (least) tell(reply, least);
      return caller;
    },
  };
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

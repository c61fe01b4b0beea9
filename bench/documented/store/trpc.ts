import { initTRPC, TRPCError } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { database } from './database.ts';

/** The context of a request. */
export async function createContext({ req }: { req: Request }) {
  const token = /^bearer +(\S+)$/i.exec(req.headers.get('authorization') ?? '')?.[1];
  return { prisma: await database(), isKnown: token !== undefined && token === process.env.ACCESS_TOKEN };
}

const t = initTRPC.context<Awaited<ReturnType<typeof createContext>>>().meta<OpenApiMeta>().create();

export const { router } = t;

export const protectedProcedure = t.procedure.use(({ ctx, next }) => {
  if (!ctx.isKnown) throw new TRPCError({ code: 'UNAUTHORIZED', message: 'the bearer token is not valid' });
  return next();
});

import { limitDefault, limitMax, NewPlant, Plant } from '@plant-store/schema';
import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import { protectedProcedure, router } from './trpc.ts';

/** A plain number, because JSON.stringify cannot write a bigint. */
const StoredPlant = z.object({ id: z.number(), name: z.string(), tag: z.string().optional() });

export const appRouter = router({
  createPlant: protectedProcedure
    .meta({ openapi: { method: 'POST', path: '/plants' } })
    .input(NewPlant)
    .output(Plant)
    .mutation(async ({ ctx, input: { id, name, tag } }) => {
      try {
        const addedAt = BigInt(Date.now()) * 1000n;
        return present(
          await ctx.prisma.plant.create({ data: { id, name, tag: tag ?? null, addedAt, folded: '' } }),
        );
      } catch (cause) {
        if ((cause as { code?: unknown }).code !== 'P2002') throw cause;
        throw new TRPCError({ code: 'BAD_REQUEST', message: `id ${id} is already taken`, cause });
      }
    }),

  getPlant: protectedProcedure
    .meta({ openapi: { method: 'GET', path: '/plants/{id}' } })
    .input(z.object({ id: z.number().int() }))
    .output(StoredPlant)
    .query(async ({ ctx, input: { id } }) => {
      const plant = await ctx.prisma.plant.findUnique({ where: { id } });
      if (!plant) throw new TRPCError({ code: 'NOT_FOUND', message: `no plant has the id ${id}` });
      return present(plant);
    }),

  listPlants: protectedProcedure
    .meta({ openapi: { method: 'GET', path: '/plants' } })
    .input(z.object({ limit: z.number().int().min(1).max(limitMax).default(limitDefault) }))
    .output(z.array(StoredPlant))
    .query(async ({ ctx, input: { limit } }) => {
      const orderBy = [{ addedAt: 'desc' as const }, { id: 'desc' as const }];
      return (await ctx.prisma.plant.findMany({ orderBy, take: limit })).map(present);
    }),
});

const present = ({ id, name, tag }: { id: bigint; name: string; tag: string | null }) => ({
  id: Number(id),
  name,
  ...(tag === null ? {} : { tag }),
});

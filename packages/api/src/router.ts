import { plants } from './plants.ts';
import { session } from './session.ts';
import { router } from './trpc.ts';

export const appRouter = router({ plants, session });
export type AppRouter = typeof appRouter;

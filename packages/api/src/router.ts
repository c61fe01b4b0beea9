import { plants } from './plants.ts';
import { session } from './session.ts';
import { trash } from './trash.ts';
import { router } from './trpc.ts';

export const appRouter = router({ plants, session, trash });
export type AppRouter = typeof appRouter;

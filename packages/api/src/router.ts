import { plants } from './plants.ts';
import { session } from './session.ts';
import { statistics } from './statistics.ts';
import { tags } from './tags.ts';
import { trash } from './trash.ts';
import { router } from './trpc.ts';

export const appRouter = router({ plants, session, statistics, tags, trash });
export type AppRouter = typeof appRouter;

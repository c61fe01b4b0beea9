import { plants } from './plants.ts';
import { receipts } from './receipts.ts';
import { session } from './session.ts';
import { statistics } from './statistics.ts';
import { tags } from './tags.ts';
import { trash } from './trash.ts';
import { router } from './trpc.ts';

export const appRouter = router({ plants, receipts, session, statistics, tags, trash });
export type AppRouter = typeof appRouter;

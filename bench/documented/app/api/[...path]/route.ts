import { createOpenApiFetchHandler } from 'trpc-to-openapi';
import { appRouter } from '../../../store/router.ts';
import { createContext } from '../../../store/trpc.ts';

const handler = (req: Request) =>
  createOpenApiFetchHandler({ endpoint: '/api', router: appRouter, createContext, req });

export { handler as GET, handler as POST };

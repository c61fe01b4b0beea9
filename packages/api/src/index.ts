export type { AppRouter } from './router.ts';
export { createServer } from './server.ts';

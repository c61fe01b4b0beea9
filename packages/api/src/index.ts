export type { AppRouter } from './procedures/router.ts';
export { createServer } from './server.ts';

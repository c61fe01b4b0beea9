export type { AppRouter } from './procedures/router.ts';
export { createServer } from './server.ts';
export { startDelivery } from './webhooks/delivery.ts';
export { createSender } from './webhooks/send.ts';

import { type LoadOrder, load } from './load.ts';

// The process of the load generator, on its own core. It receives an order and answers with a result or a failure.
process.on('message', async (order: LoadOrder) => {
  try {
    process.send?.({ result: await load(order) });
  } catch (cause) {
    process.send?.({ failure: cause instanceof Error ? cause.message : String(cause) });
  }
});
process.on('disconnect', () => process.exit());

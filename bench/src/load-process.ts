import { type LoadOrder, load } from './load.ts';

// The load generator, in a process and on a core of its own: an order comes in, a result or a failure goes out.
process.on('message', async (order: LoadOrder) => {
  try {
    process.send?.({ result: await load(order) });
  } catch (cause) {
    process.send?.({ failure: cause instanceof Error ? cause.message : String(cause) });
  }
});
process.on('disconnect', () => process.exit());

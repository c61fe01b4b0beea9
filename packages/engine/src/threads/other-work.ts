/** A turn of the event loop with nothing to do is shorter, in milliseconds. */
const idleTurnMs = 0.05;

/**
 * Resolves after a turn in which the event loop had nothing else to do, at the latest after `mostMs` milliseconds. Node
 * accepts only one connection in a turn, so that a single turn between long tasks would let new clients wait.
 */
export async function otherWork(mostMs: number, now = () => performance.now()): Promise<void> {
  const end = now() + mostMs;
  let isIdle = false;
  for (let begin = now(); !isIdle && begin < end; ) {
    await new Promise(setImmediate);
    const next = now();
    isIdle = next - begin < idleTurnMs;
    begin = next;
  }
}

/** A turn of the event loop with nothing to do is shorter, in milliseconds. */
const idleTurnMs = 0.05;

/** Resolves after an idle turn, or `mostMs`. A turn accepts one connection, so one turn would let clients wait. */
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

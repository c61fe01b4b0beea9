/** Encoding, format and header are detected in the first block. */
const blockBytes = 64 * 1024;

/**
 * Makes reading independent of the pieces of a network, and of memory for a file in one piece. A block is valid until
 * the second one after it is requested: its memory is used again, as V8 would accumulate many unused buffers.
 */
export async function* blocks(
  source: AsyncIterable<Uint8Array>,
  size = blockBytes,
): AsyncGenerator<Uint8Array> {
  let [block, other] = [new Uint8Array(size), new Uint8Array(size)];
  let filled = 0;
  for await (const piece of source) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + size - filled);
      block.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled < size) continue;
      yield block;
      [block, other] = [other, block];
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}

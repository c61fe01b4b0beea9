/** Encoding, format and header are detected in the first block. */
const blockBytes = 64 * 1024;

/**
 * Gives the same bytes in blocks of exactly `size`; only the last block may be shorter. So the reader does not depend
 * on the pieces of a network, and a file in one piece needs no more memory than a file in many. A block is valid until
 * the second block after it is requested. Then its memory is used again, as V8 would accumulate many unused buffers.
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

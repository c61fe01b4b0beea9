/** How much of a file is read at once. What is found out from its beginning is found in the first block. */
const blockBytes = 64 * 1024;

/**
 * The same bytes in blocks of exactly `size`, the last one shorter. So nothing that follows depends on how a network
 * happened to cut them, and a file that comes as one piece takes no more memory than one that comes in many. A block is
 * good until the one after the next is asked for: its memory is used again, as the collector lets much of it pile up.
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

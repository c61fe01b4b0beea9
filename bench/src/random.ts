/** Numbers from 0 to below 1, spread evenly and in the same order every time (xorshift32). */
export function createRandom(seed: number): () => number {
  let state = 0x9e3779b9 ^ seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Pseudo-random numbers from 0 up to but not including 1, in the same order every time (xorshift32). */
export function createRandom(seed: number): () => number {
  let state = 0x9e3779b9 ^ seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** How long a test waits for what is to happen. Vitest's own second is too short on a busy machine. */
export const patienceMs = 60_000;

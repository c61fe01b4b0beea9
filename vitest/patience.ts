/** The time for which a test waits for an event. Vitest's default of one second is too short on a busy machine. */
export const patienceMs = 60_000;

/** How a process ended, in words: the signal or the exit code. */
export const howEnded = ({ code, signal }) => signal ?? `exit code ${code}`;

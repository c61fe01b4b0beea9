/** Names the signal or the exit code with which a process ended. */
export const howEnded = ({ code, signal }) => signal ?? `exit code ${code}`;

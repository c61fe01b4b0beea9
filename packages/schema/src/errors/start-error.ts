/** An error of the start or of a command, for people: one line with the problem and the remedy. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

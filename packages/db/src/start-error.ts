/** Why the store cannot start: one line for a person, naming the problem and the way out. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

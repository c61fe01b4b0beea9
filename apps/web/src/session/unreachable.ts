/** What is said where nobody can be signed in, as the store does not answer. */
export const unreachable = 'The store cannot be reached now. Wait a moment, then sign in again.';

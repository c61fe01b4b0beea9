export type SignInField = 'login' | 'password' | 'token';

/** The outcome of a sign-in on the same page. `problem` says what to do, and names the field. */
export type SignInState = {
  isSignedIn: boolean;
  problem?: { field: SignInField; text: string };
  login?: string;
};

/** The state after a sign-in that failed, with the reason at its field. */
export const refused = (field: SignInField, text: string): SignInState => ({
  isSignedIn: false,
  problem: { field, text },
});

export type SignInWay = 'password' | 'token';

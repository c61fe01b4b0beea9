/** The field that a refusal is about. */
export type SignInField = 'login' | 'password' | 'token';

/** The outcome of signing in without leaving the page: `problem` says what to do, and at which field. */
export type SignInState = {
  isSignedIn: boolean;
  problem?: { field: SignInField; text: string };
  /** The typed name, which may be shown again without JavaScript. */
  login?: string;
};

/** The kind of sign-in: with the password of an account, or with an access token. */
export type SignInWay = 'password' | 'token';

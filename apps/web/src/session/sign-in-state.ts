/** The field that a refusal is about. */
export type SignInField = 'login' | 'password' | 'token';

/** What came of signing in without leaving the page: `problem` says what to do about it, at which field. */
export type SignInState = {
  isSignedIn: boolean;
  problem?: { field: SignInField; text: string };
  /** What was typed and may be shown again, where no script runs. */
  login?: string;
};

/** The kind of sign-in: with the password of an account, or with an access token. */
export type SignInWay = 'password' | 'token';

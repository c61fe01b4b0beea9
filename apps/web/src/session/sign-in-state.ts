/** The field with the wrong value. */
export type SignInField = 'login' | 'password' | 'token';

/** The outcome of a sign-in on the same page. `problem` says what to do, and names the field. */
export type SignInState = {
  isSignedIn: boolean;
  problem?: { field: SignInField; text: string };
  /** The typed name, to fill the form again without JavaScript. */
  login?: string;
};

/** The kind of sign-in: with the password of an account, or with an access token. */
export type SignInWay = 'password' | 'token';

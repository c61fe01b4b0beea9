import { createContext, useContext } from 'react';

export const SignInAgainContext = createContext<() => Promise<boolean>>(async () => false);

/** Opens the sign-in dialog. Resolves to true if the same person has signed in again. */
export const useSignInAgain = () => useContext(SignInAgainContext);

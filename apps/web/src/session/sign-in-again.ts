import { createContext, useContext } from 'react';

export const SignInAgainContext = createContext<() => Promise<boolean>>(async () => false);

/** Opens the sign-in dialog; resolves to whether the same person is signed in again. */
export const useSignInAgain = () => useContext(SignInAgainContext);

'use client';

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';
import { SignInDialog } from './sign-in-dialog.tsx';

type SignInAgain = () => Promise<boolean>;

const SignInAgainContext = createContext<SignInAgain>(async () => false);

/** Lets whoever meets the end of a session ask for a token on the spot, so that the page with its text stays. */
export function SignInAgainProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const answer = useRef<(isSignedIn: boolean) => void>(undefined);
  const ask = useCallback(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    answer.current?.(false);
    answer.current = resolve;
    setOpen(true);
    return promise;
  }, []);
  const close = (isSignedIn: boolean) => {
    setOpen(false);
    answer.current?.(isSignedIn);
  };
  return (
    <SignInAgainContext value={ask}>
      {children}
      <SignInDialog isOpen={isOpen} onClose={close} />
    </SignInAgainContext>
  );
}

/** Asks for a token in a dialog; resolves to whether there is a session again. */
export const useSignInAgain = () => useContext(SignInAgainContext);

import { useEffect, useLayoutEffect, useState } from 'react';

/**
 * Reads the code from the fragment of a start link, and immediately removes it from the address. The result is
 * `undefined` before hydration, and empty if the address has no code.
 */
export function useStartCode(): string | undefined {
  const [code, setCode] = useState<string>();
  useLayoutEffect(() => {
    const take = () => {
      const taken = location.hash.slice(1);
      // With its own state, Next's router ignores the change of the address.
      history.replaceState(history.state, '', location.pathname);
      setCode((known) => taken || known || '');
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  // Next's router would restore the address with the code. It starts to listen after its effects, so this later call
  // tells it the new address.
  useEffect(() => queueMicrotask(() => history.replaceState(null, '', location.pathname)), []);
  return code;
}

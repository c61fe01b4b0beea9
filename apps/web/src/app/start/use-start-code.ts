import { useEffect, useLayoutEffect, useState } from 'react';

/**
 * Reads the code from the fragment of a start link, and takes it out of the address at once. It is `undefined` until the
 * page is hydrated, and empty without a code.
 */
export function useStartCode(): string | undefined {
  const [code, setCode] = useState<string>();
  useLayoutEffect(() => {
    const take = () => {
      const taken = location.hash.slice(1);
      // With the present state Next's router ignores the change, so the address changes at once.
      history.replaceState(history.state, '', location.pathname);
      setCode((known) => taken || known || '');
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  // Next's router would restore its first address. It listens after its effects have run, so this reports the new
  // address then.
  useEffect(() => queueMicrotask(() => history.replaceState(null, '', location.pathname)), []);
  return code;
}

import { useEffect, useLayoutEffect, useState } from 'react';

/**
 * The code in the fragment of a start link, which leaves the address at once: `undefined` until the page has looked, and
 * empty where there is none.
 */
export function useStartCode(): string | undefined {
  const [code, setCode] = useState<string>();
  useLayoutEffect(() => {
    const take = () => {
      const taken = location.hash.slice(1);
      // With its own state Next's router does not take part, and the address changes before anything else is done.
      history.replaceState(history.state, '', location.pathname);
      setCode((known) => taken || known || '');
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  // Next's router remembers the address that it began with, and would put it back. It listens once its effects have run.
  useEffect(() => queueMicrotask(() => history.replaceState(null, '', location.pathname)), []);
  return code;
}

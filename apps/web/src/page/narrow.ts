import { useSyncExternalStore } from 'react';

/** The pages change their layout at this width, in the styles too. */
const narrow = '(width < 52rem)';

/** Whether the page has the room of a phone only; not on the server, nor where no script runs. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(narrow);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(narrow).matches,
    () => false,
  );

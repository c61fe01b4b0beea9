import { useLayoutEffect } from 'react';

/** Has toasts appear above what stays at the foot of the screen. */
export function useRaisedToasts() {
  useLayoutEffect(() => {
    document.documentElement.dataset.raisedToasts = '';
    return () => {
      delete document.documentElement.dataset.raisedToasts;
    };
  }, []);
}

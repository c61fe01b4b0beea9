import { useLayoutEffect } from 'react';

/** Takes the foot of the screen, so that the bar with the form's button goes. */
export function useRaisedToasts() {
  useLayoutEffect(() => {
    document.documentElement.dataset.raisedToasts = '';
    return () => {
      delete document.documentElement.dataset.raisedToasts;
    };
  }, []);
}

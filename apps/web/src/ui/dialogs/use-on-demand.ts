import { type ComponentType, type KeyboardEvent, useCallback, useState } from 'react';
import { texts } from '../texts.ts';
import { useToasts } from '../toasts/toasts.tsx';

/**
 * A part of the page that is loaded when somebody wants it. `want` loads the part, then runs `show`, and resolves to
 * whether the part is there. A message says so when it is not, and the rest of the page goes on; React's `lazy` would
 * end the whole page.
 * @param load the same function at each call
 */
export function useOnDemand<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const toasts = useToasts();
  const want = useCallback(
    async (show?: () => void) => {
      try {
        const loaded = await load();
        setPart(() => loaded.default);
        show?.();
        return true;
      } catch {
        toasts.problem(texts.partNotLoaded);
        return false;
      }
    },
    [load, toasts],
  );
  return { Part, want };
}

/** Properties of a button that opens such a part. The part is loaded before the click, as far as that can be foreseen. */
export const openerProps = (load: () => Promise<unknown>, open: () => unknown) => {
  const foresee = () => void load().catch(() => undefined);
  return {
    type: 'button' as const,
    onPointerEnter: foresee,
    onFocus: foresee,
    onClick: () => void open(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      void open();
    },
  };
};

import { type ComponentType, type KeyboardEvent, useCallback, useEffect, useState } from 'react';
import { texts } from '../texts.ts';
import { useToasts } from '../toasts/toasts.tsx';
import { reloadIfUpdated } from '../updated-store.ts';

/**
 * Loads a part of the page on demand. `open` loads the part and opens it, and resolves to true if the part was loaded.
 * After a failure it shows a message, and the page continues to work; React's `lazy` would replace the whole page.
 * @param load the same function at each call
 */
export function useOnDemand<Props>(load: () => Promise<{ default: ComponentType<Props> }>) {
  const [Part, setPart] = useState<ComponentType<Props>>();
  const [isOpen, setOpen] = useState(false);
  const toasts = useToasts();
  const open = useCallback(async () => {
    try {
      const loaded = await load();
      setPart(() => loaded.default);
      setOpen(true);
      return true;
    } catch (cause) {
      toasts.problem((await reloadIfUpdated(cause)) ?? texts.partNotLoaded);
      return false;
    }
  }, [load, toasts]);
  return { Part, isOpen, open, close: () => setOpen(false) };
}

/** The part while it is shown. It is loaded when it is shown first. */
export function useShownOnDemand<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  isShown: boolean,
) {
  const { Part, open } = useOnDemand(load);
  useEffect(() => {
    if (isShown) void open();
  }, [isShown, open]);
  return isShown ? Part : undefined;
}

/** Properties of a button that opens a part on demand. Hover and focus start to load the part before the click. */
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

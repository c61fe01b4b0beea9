'use client';

import {
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { leadFocus } from './led-focus.ts';
import { texts } from './texts.ts';
import type { ToastManager } from './toast-list.tsx';

type Ready = PromiseWithResolvers<ToastManager>;

const ReadyContext = createContext<Promise<ToastManager> | undefined>(undefined);

/** Lets the components below report a result, with Undo. The list of toasts is loaded after the page. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [ready] = useState<Ready>(() => Promise.withResolvers());
  const [ToastList, setToastList] = useState<ComponentType<{ onReady: Ready['resolve'] }>>();
  const load = useCallback(async () => {
    const { default: loaded } = await import('./toast-list.tsx');
    setToastList(() => loaded);
  }, []);
  useEffect(() => {
    load().catch(() => addEventListener('online', () => void load(), { once: true }));
  }, [load]);
  return (
    <ReadyContext value={ready.promise}>
      {children}
      {ToastList && <ToastList onReady={ready.resolve} />}
    </ReadyContext>
  );
}

type Action = { label: string; act: () => void };
type Toast = Parameters<ToastManager['add']>[0];

/** Reports a result; with `undo`, also a button for it. */
export function useSay() {
  const ready = useContext(ReadyContext);
  return useMemo(() => sayBy(ready), [ready]);
}

function sayBy(ready: Promise<ToastManager> | undefined) {
  /** The button works once and closes the toast, whose text is then no longer true. */
  async function show(toast: Toast, action?: Action) {
    const manager = await ready;
    let isUsed = false;
    const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) => {
      if (isUsed) return;
      isUsed = true;
      // Otherwise the next toast would get the focus.
      currentTarget.blur();
      if (id !== undefined) manager?.close(id);
      leadFocus();
      action?.act();
    };
    const id = manager?.add({
      ...toast,
      ...(action && { actionProps: { children: action.label, onClick } }),
    });
  }
  return {
    done: (title: ReactNode, undo?: () => void) =>
      void show({ title }, undo && { label: texts.undo, act: undo }),
    problem: (title: string, action?: Action) =>
      void show({ title, type: 'problem', priority: 'high', timeout: 0 }, action),
  };
}

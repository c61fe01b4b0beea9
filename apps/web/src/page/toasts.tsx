'use client';

import { Toast } from '@base-ui/react/toast';
import { type MouseEvent, type ReactNode, useRef } from 'react';
import buttons from './button.module.css';
import { useHeightVariable } from './height-variable.ts';
import { Icon } from './icon.tsx';
import { leadFocus } from './led-focus.ts';
import { texts } from './texts.ts';
import styles from './toasts.module.css';

/** Long enough to read a toast and to undo. The time stops while a toast has the focus or the pointer. */
const timeoutMs = 12_000;

/** Lets the components below report a result, with Undo. */
export const ToastProvider = ({ children }: { children: ReactNode }) => (
  <Toast.Provider timeout={timeoutMs} limit={3}>
    {children}
    <Toast.Portal>
      <Dock>
        <Toast.Viewport className={styles.viewport}>
          <Toasts />
        </Toast.Viewport>
      </Dock>
    </Toast.Portal>
  </Toast.Provider>
);

/** The strip of messages at the foot of the screen. The page makes room for it (`--dock`). */
function Dock({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useHeightVariable('--dock', place);
  return (
    <div ref={place} className={styles.dock}>
      {children}
    </div>
  );
}

function Toasts() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles.toast} data-kind={toast.type}>
      <Toast.Content className={styles.content}>
        <Toast.Title className={styles.text} />
        <Toast.Action className={`${buttons.quiet} ${styles.action}`} />
        <Toast.Close
          className={`${buttons.bare} ${styles.close}`}
          aria-label={texts.close}
          onClick={leadFocus}
        >
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

type Action = { label: string; act: () => void };

/** Reports a result; with `undo`, also a button for it. */
export function useSay() {
  const { add, close } = Toast.useToastManager();
  /** The button works once and closes the toast, whose text is then no longer true. */
  function show(toast: Parameters<typeof add>[0], action?: Action) {
    let isUsed = false;
    const onClick = ({ currentTarget }: MouseEvent<HTMLElement>) => {
      if (isUsed) return;
      isUsed = true;
      // Otherwise the next toast would get the focus.
      currentTarget.blur();
      close(id);
      leadFocus();
      action?.act();
    };
    const id: string = add({ ...toast, ...(action && { actionProps: { children: action.label, onClick } }) });
  }
  return {
    done: (title: ReactNode, undo?: () => void) => show({ title }, undo && { label: texts.undo, act: undo }),
    problem: (title: string, action?: Action) =>
      show({ title, type: 'problem', priority: 'high', timeout: 0 }, action),
  };
}

import { Toast } from '@base-ui/react/toast';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import buttons from '../buttons/button.module.css';
import { Icon } from '../buttons/icon.tsx';
import { restoreFocus } from '../keyboard/restore-focus.ts';
import { useHeightVariable } from '../layout/height-variable.ts';
import { texts } from '../texts.ts';
import styles from './toasts.module.css';

export type ToastManager = ReturnType<typeof Toast.createToastManager>;

/** How long a toast is shown: enough to read it and press Undo. It stays while it has the focus or the pointer. */
const timeoutMs = 12_000;

/** The list of toasts at the bottom of the screen. `onReady` gets the manager that adds toasts. */
export default function ToastList({ onReady }: { onReady: (manager: ToastManager) => void }) {
  const [manager] = useState(() => Toast.createToastManager());
  useEffect(() => onReady(manager), [manager, onReady]);
  return (
    <Toast.Provider toastManager={manager} timeout={timeoutMs} limit={3}>
      <Toast.Portal>
        <Dock>
          <Toast.Viewport className={styles.viewport}>
            <Toasts />
          </Toast.Viewport>
        </Dock>
      </Toast.Portal>
    </Toast.Provider>
  );
}

/** The strip of toasts at the bottom of the screen. The page leaves space for it (`--dock`). */
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
          onClick={restoreFocus}
        >
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

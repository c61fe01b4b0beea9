import type { ReactNode } from 'react';
import styles from './key.module.css';

/** A key of the keyboard. It is hidden on devices without a keyboard. */
export const Key = ({ children }: { children: ReactNode }) => <kbd className={styles.key}>{children}</kbd>;

/** The control names its key in `aria-keyshortcuts`; `data-keyed` marks what shows the key under hover or focus. */
export const KeyHint = ({ of: key }: { of: string }) => (
  <span className={styles.hint} aria-hidden="true">
    <Key>{key}</Key>
  </span>
);

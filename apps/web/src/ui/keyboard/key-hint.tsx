import styles from './key.module.css';
import { Key } from './key.tsx';

/**
 * The key of a control, shown at its lower edge while the pointer or the focus is on it. The control names the key in
 * `aria-keyshortcuts`; `data-keyed` marks the element whose hover or focus shows it.
 */
export const KeyHint = ({ of: key }: { of: string }) => (
  <span className={styles.hint} aria-hidden="true">
    <Key>{key}</Key>
  </span>
);

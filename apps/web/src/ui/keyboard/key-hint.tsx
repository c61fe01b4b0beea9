import styles from './key.module.css';
import { Key } from './key.tsx';

/**
 * The shortcut of a control, shown at its lower edge while the control has the pointer or the focus. The control names
 * its key in `aria-keyshortcuts`; `data-keyed` marks the element whose hover or focus shows the key.
 */
export const KeyHint = ({ of: key }: { of: string }) => (
  <span className={styles.hint} aria-hidden="true">
    <Key>{key}</Key>
  </span>
);

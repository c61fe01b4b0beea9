import styles from './key.module.css';
import { Key } from './key.tsx';

/** The control names its key in `aria-keyshortcuts`; `data-keyed` marks what shows the key under hover or focus. */
export const KeyHint = ({ of: key }: { of: string }) => (
  <span className={styles.hint} aria-hidden="true">
    <Key>{key}</Key>
  </span>
);

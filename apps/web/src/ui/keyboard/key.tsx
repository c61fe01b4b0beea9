import type { ReactNode } from 'react';
import styles from './key.module.css';

/** A key of the keyboard. It is hidden on devices without a keyboard. */
export const Key = ({ children }: { children: ReactNode }) => <kbd className={styles.key}>{children}</kbd>;

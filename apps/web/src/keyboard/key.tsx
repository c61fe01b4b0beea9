import type { ReactNode } from 'react';
import styles from './key.module.css';

/** A key, drawn as one. It stays away where there is no keyboard to press it on. */
export const Key = ({ children }: { children: ReactNode }) => <kbd className={styles.key}>{children}</kbd>;

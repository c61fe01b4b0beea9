import type { ReactNode } from 'react';
import styles from './page-title.module.css';

/** The heading of a page, with its main action at the opposite end of the line. */
export const PageTitle = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={styles.title}>
    <h1>{children}</h1>
    {action && <div className={styles.action}>{action}</div>}
  </div>
);

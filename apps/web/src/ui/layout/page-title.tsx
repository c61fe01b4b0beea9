import type { ReactNode } from 'react';
import styles from './page-title.module.css';

export const PageTitle = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={styles.title}>
    <h1>{children}</h1>
    {action && <div className={styles.action}>{action}</div>}
  </div>
);

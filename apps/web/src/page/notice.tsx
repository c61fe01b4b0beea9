import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** What is so, and what to do about it, in a place where something else was to be expected. */
export function Notice({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <section className={styles.notice}>
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{children}</p>
      {action}
    </section>
  );
}

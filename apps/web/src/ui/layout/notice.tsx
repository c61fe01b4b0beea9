import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** A message in place of missing content: the fact, and the next step. */
export function Notice({
  title,
  children,
  action,
  as: Heading = 'h2',
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** `h1` if the notice is the whole page. */
  as?: 'h1' | 'h2';
}) {
  return (
    <section className={styles.notice}>
      <Heading className={styles.title}>{title}</Heading>
      <p className={styles.text}>{children}</p>
      {action}
    </section>
  );
}

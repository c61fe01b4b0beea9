import type { ReactNode } from 'react';
import { Sentence } from '../text/sentence.tsx';
import styles from './notice.module.css';

type NoticeProps = {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  /** `h1` if the notice is the whole page. */
  as?: 'h1' | 'h2' | undefined;
};

/** A message in place of missing content: the fact, and the next step. */
export function Notice({ title, children, action, as: Heading = 'h2' }: NoticeProps) {
  return (
    <section className={styles.notice}>
      <Heading className={styles.title}>
        <Sentence text={title} />
      </Heading>
      <p className={styles.text}>{children}</p>
      {action}
    </section>
  );
}

export const NoticePage = (notice: Omit<NoticeProps, 'as'>) => <Notice as="h1" {...notice} />;

import type { Message } from './save-message.ts';
import styles from './save-status.module.css';

/** The last news of the form; screen readers hear it. */
export const SaveStatus = ({ message }: { message: Message | undefined }) => (
  <output className={styles.status} data-kind={message?.kind}>
    {message?.text}
  </output>
);

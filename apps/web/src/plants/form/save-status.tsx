import type { Message } from '../waiting/save-message.ts';
import styles from './save-status.module.css';

/** The last message of the form, which screen readers announce. */
export const SaveStatus = ({ message }: { message: Message | undefined }) => (
  <output className={styles.status} data-kind={message?.kind}>
    {message?.text}
  </output>
);

import type { Message } from './save-message.ts';
import styles from './save-status.module.css';

/** Says what became of a save; screen readers hear it. */
export function SaveStatus({ message, isSaving }: { message: Message | undefined; isSaving: boolean }) {
  return (
    <output className={styles.status} data-kind={isSaving ? 'busy' : message?.kind}>
      {isSaving ? 'Adding…' : message?.text}
    </output>
  );
}

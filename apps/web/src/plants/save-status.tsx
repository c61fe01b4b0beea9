import alert from '../page/alert.module.css';
import type { Message } from './save-message.ts';
import styles from './save-status.module.css';

/** Says what became of a save; screen readers hear it. */
export function SaveStatus({ message, isSaving }: { message: Message | undefined; isSaving: boolean }) {
  const kind = isSaving ? 'busy' : message?.kind;
  return (
    <output className={`${styles.status} ${kind === 'problem' ? alert.alert : ''}`} data-kind={kind}>
      {isSaving ? 'Adding…' : message?.text}
    </output>
  );
}

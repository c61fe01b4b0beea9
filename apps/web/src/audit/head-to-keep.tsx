import { CopyField } from '../page/copy-field.tsx';
import styles from './head-to-keep.module.css';

/** How it is found out whether anybody has changed the log: with the hash of its newest entry, kept somewhere else. */
export const HeadToKeep = ({ hash }: { hash: string }) => (
  <details className={styles.keep}>
    <summary>Find out whether the log was changed</summary>
    <p className={styles.text}>
      Each entry has a hash that is made with the one before it. Keep this command somewhere else. At any
      later time, in a terminal, in the folder of the store on the machine where it runs, it says whether an
      entry was changed, removed, or added by anything but the store, and what to do then.
    </p>
    <CopyField label="Command" value={`npm run audit -- verify --head ${hash}`} copy="Copy" />
  </details>
);

import { CopyField } from '../ui/fields/copy-field.tsx';
import { texts } from './texts.ts';
import styles from './verify-log.module.css';

/** The command that verifies the log from the hash of its newest entry. */
export const VerifyLog = ({ hash }: { hash: string }) => (
  <details className={styles.keep}>
    <summary>{texts.verify.title}</summary>
    <p className={styles.text}>{texts.verify.text}</p>
    <CopyField
      label={texts.verify.command}
      value={`npm run audit -- verify --head ${hash}`}
      copy={texts.verify.copy}
    />
  </details>
);

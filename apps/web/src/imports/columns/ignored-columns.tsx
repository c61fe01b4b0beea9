import { Bdi } from '../../ui/text/bdi.tsx';
import styles from '../import.module.css';
import { texts } from '../texts.tsx';

const namedMax = 20;

/** Names the columns that will not be imported, before anything is stored. */
export function IgnoredColumns({ columns }: { columns: readonly string[] }) {
  if (columns.length === 0) return null;
  return (
    <p className={styles.note}>
      <Bdi text={texts.columns.ignored(columns, namedMax)} />
    </p>
  );
}

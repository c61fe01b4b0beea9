import styles from '../import.module.css';

/** A problem that screen readers announce immediately. */
export const ProblemNote = ({ problem }: { problem: string | undefined }) => (
  <div role="alert">{problem !== undefined && <p className={styles.problem}>{problem}</p>}</div>
);

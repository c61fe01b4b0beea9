import styles from '../import.module.css';

/** The problem, which screen readers announce at once. */
export const ProblemNote = ({ problem }: { problem: string | undefined }) => (
  <div role="alert">{problem !== undefined && <p className={styles.problem}>{problem}</p>}</div>
);

import styles from './import-page.module.css';

/** What went wrong, read out as soon as it is there. */
export const ProblemNote = ({ problem }: { problem: string | undefined }) => (
  <div role="alert">{problem !== undefined && <p className={styles.problem}>{problem}</p>}</div>
);

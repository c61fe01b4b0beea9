import styles from './chevron.module.css';

export const Chevron = () => (
  <svg viewBox="0 0 12 12" className={styles.chevron} aria-hidden="true">
    <path d="m2.5 4.5 3.5 3.5 3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
  </svg>
);

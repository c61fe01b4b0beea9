import styles from './icon.module.css';

export type IconName = 'restore' | 'rotate' | 'revoke' | 'remove';

/** A line icon, 16 px wide; its control has the accessible name. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 16 16" className={styles.icon} aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);

const paths: Record<IconName, string> = {
  restore: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  rotate: 'M13.5 2.5V6H10M2.5 13.5V10H6M3.2 6.2a5.2 5.2 0 0 1 9.9-.7M12.8 9.8a5.2 5.2 0 0 1-9.9.7',
  revoke: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM4.2 4.2l7.6 7.6',
  remove: 'm4 4 8 8m0-8-8 8',
};

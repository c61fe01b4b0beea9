import styles from './icon.module.css';

/** The paths of the icons, on a grid of 16 by 16. */
const paths = {
  plus: 'M8 3v10M3 8h10',
  close: 'm4 4 8 8m0-8-8 8',
  edit: 'M10.5 3.5l2 2L6 12l-2.8.8L4 10z',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4',
  restore: 'M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6',
  rotate: 'M13.5 2.5V6H10M2.5 13.5V10H6M3.2 6.2a5.2 5.2 0 0 1 9.9-.7M12.8 9.8a5.2 5.2 0 0 1-9.9.7',
  revoke: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM4.2 4.2l7.6 7.6',
  keyboard: 'M1.5 4h13v8h-13zM4 6.7h.1M6.7 6.7h.1M9.3 6.7h.1M12 6.7h.1M5 9.5h6',
  back: 'M13 8H3m4-4L3 8l4 4',
  pin: 'M6 2.5h4l-.5 4.5 2.5 2.5H4L6.5 7zM8 9.5v4',
} as const;

export type IconName = keyof typeof paths;

/** An icon next to a text. The text names the action, so the icon has no accessible name. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 16 16" className={styles.icon} aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);

import { type ReactNode, useState } from 'react';
import styles from './reveal.module.css';

type RevealProps = { label: string; field: (isShown: boolean, toggle: ReactNode) => ReactNode };

/** A masked field with a button that shows its text. `field` gets true while the text is visible. */
export function Reveal({ label, field }: RevealProps) {
  const [isShown, setShown] = useState(false);
  return field(
    isShown,
    <button
      type="button"
      className={styles.toggle}
      aria-pressed={isShown}
      onClick={() => setShown((wasShown) => !wasShown)}
    >
      {label}
    </button>,
  );
}

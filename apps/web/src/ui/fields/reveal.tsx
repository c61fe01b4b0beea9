'use client';

import { type ReactNode, useState } from 'react';
import styles from './reveal.module.css';

/** Something that is typed unseen, with a button that shows it. `field` is given whether it is shown. */
export function Reveal({
  label,
  field,
}: {
  label: string;
  field: (isShown: boolean, toggle: ReactNode) => ReactNode;
}) {
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

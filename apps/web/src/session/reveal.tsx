'use client';

import { Toggle } from '@base-ui/react/toggle';
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
    <Toggle className={styles.toggle} pressed={isShown} onPressedChange={setShown}>
      {label}
    </Toggle>,
  );
}

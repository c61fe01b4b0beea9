import type { PlantChange } from '@plant-store/schema';
import { type ReactNode, useId } from 'react';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import styles from './saved-meanwhile.module.css';
import { texts } from './texts.ts';

type ConflictProps = {
  /** The change of the other person, if it can be read. */
  by: PlantChange | undefined;
  /** The end of the title, after the name of the other person. */
  title: string;
  text: string;
  children: ReactNode;
};

export function Conflict({ by, title, text, children }: ConflictProps) {
  const id = useId();
  return (
    <section className={styles.conflict} aria-labelledby={id}>
      <h2 id={id} ref={focusOnMount} tabIndex={-1} className={styles.title}>
        <Bdi text={by?.by?.name ?? texts.somebody} /> {title}
      </h2>
      <p className={styles.text}>
        {by && texts.conflict.on(<When at={by.at} />)}
        {text}
      </p>
      {children}
    </section>
  );
}

'use client';

import type { PlantChange } from '@plant-store/schema';
import { useEffect, useRef, useState } from 'react';
import { Bdi } from '../page/bdi.tsx';
import buttons from '../page/button.module.css';
import { Button } from '../page/button.tsx';
import { When } from '../page/when.tsx';
import { newKey } from '../store/idempotency-key.ts';
import { reason } from '../store/reason.ts';
import { useAttempt } from '../store/use-attempt.ts';
import { restore, type Version } from './plant-requests.ts';
import styles from './saved-meanwhile.module.css';
import { texts } from './texts.ts';

type DeletedMeanwhileProps = {
  id: bigint;
  by: PlantChange | undefined;
  onRestored: (version: Version) => void;
  onCancel: () => void;
};

/** Says that somebody deleted the edited plant, and restores it with the typed text on request. */
export function DeletedMeanwhile({ id, by, onRestored, onCancel }: DeletedMeanwhileProps) {
  const [problem, setProblem] = useState<string>();
  const [key] = useState(newKey);
  const attempt = useAttempt();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const bringBack = async () => {
    const outcome = await attempt(() => restore(id, key));
    if ('value' in outcome) onRestored(outcome.value);
    else setProblem(texts.trash.notRestored(reason(outcome.failure)));
  };
  return (
    <section className={styles.conflict} aria-labelledby="deleted-meanwhile">
      <h2 id="deleted-meanwhile" ref={title} tabIndex={-1} className={styles.title}>
        <Bdi text={by?.by?.name ?? texts.somebody} /> {texts.conflict.deletedTitle}
      </h2>
      <p className={styles.text}>
        {by && (
          <>
            {texts.conflict.on}
            <When at={by.at} />
            {texts.conflict.whileEditing}
          </>
        )}
        {texts.conflict.inTrash}
      </p>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className={styles.actions}>
        <Button className={buttons.primary} onClick={bringBack}>
          {texts.conflict.restore}
        </Button>
        <Button className={buttons.quiet} onClick={onCancel}>
          {texts.conflict.leaveDeleted}
        </Button>
      </div>
    </section>
  );
}

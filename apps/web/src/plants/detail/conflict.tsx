import { textFields } from '@plant-store/schema';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { newKey } from '../../api/idempotency-key.ts';
import { reason } from '../../api/reason.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { labels } from '../new-plant-form.ts';
import { restore } from '../queries/plant-requests.ts';
import { texts as trash } from '../trash/texts.ts';
import styles from './saved-meanwhile.module.css';
import { texts } from './texts.ts';
import type { EditConflict } from './use-edit.ts';
import type { Editing } from './use-edit-form.ts';

type ConflictProps = { conflict: EditConflict; children: ReactNode };

export function Conflict({ conflict: { by, kind }, children }: ConflictProps) {
  const id = useId();
  const { title, text } = texts.conflict[kind];
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

type DeletedMeanwhileProps = {
  id: bigint;
  conflict: Extract<EditConflict, { kind: 'deleted' }>;
  edit: Editing;
};

export function DeletedMeanwhile({ id, conflict, edit }: DeletedMeanwhileProps) {
  const { mine } = conflict;
  const [problem, setProblem] = useState<string>();
  const [key] = useState(newKey);
  const attemptSignedIn = useAttempt();
  const restoreFromTrash = async () => {
    const outcome = await attemptSignedIn(() => restore(id, key));
    if (!outcome.failure) await edit.saveOver(mine, outcome.value);
    else setProblem(trash.notRestored(reason(outcome.failure)));
  };
  return (
    <Conflict conflict={conflict}>
      <dl className={styles.mine}>
        {textFields.map((field) => (
          <Fragment key={field}>
            <dt>{labels[field]}</dt>
            <dd>{mine[field] === '' ? texts.none : <Bdi text={mine[field]} />}</dd>
          </Fragment>
        ))}
      </dl>
      <p role="alert" className={styles.problem}>
        {problem}
      </p>
      <div className={styles.actions}>
        <Button look="primary" onClick={restoreFromTrash}>
          {texts.conflict.restore}
        </Button>
        <Button onClick={edit.close}>{texts.conflict.leaveDeleted}</Button>
      </div>
    </Conflict>
  );
}

import { textFields } from '@plant-store/schema';
import { Fragment, useState } from 'react';
import { newKey } from '../../api/idempotency-key.ts';
import { reason } from '../../api/reason.ts';
import { useAttempt } from '../../session/sign-in-again.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Bdi } from '../../ui/text/bdi.tsx';
import { labels } from '../new-plant-form.ts';
import { restore } from '../queries/plant-requests.ts';
import { texts as trash } from '../trash/texts.ts';
import styles from './saved-meanwhile.module.css';
import { Conflict, SavedMeanwhile } from './saved-meanwhile.tsx';
import { texts } from './texts.ts';
import type { EditConflict } from './use-edit.ts';
import type { Editing } from './use-edit-form.ts';

type ConflictChoiceProps = { id: bigint; edit: Editing };

/** Lets the person choose after another person saved or deleted the plant first. Empty without a conflict. */
export function ConflictChoice({ id, edit }: ConflictChoiceProps) {
  const { conflict } = edit;
  if (conflict?.kind === 'changed') return <SavedMeanwhile conflict={conflict} edit={edit} />;
  return conflict && <DeletedMeanwhile id={id} conflict={conflict} edit={edit} />;
}

type DeletedMeanwhileProps = {
  id: bigint;
  conflict: Extract<EditConflict, { kind: 'deleted' }>;
  edit: Editing;
};

function DeletedMeanwhile({ id, conflict, edit }: DeletedMeanwhileProps) {
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

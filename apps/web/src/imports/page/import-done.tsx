import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { newKey } from '../../api/idempotency-key.ts';
import { useMayUndo, useUndo } from '../../plants/activity/use-undo.tsx';
import { receiptLabels } from '../../plants/search/paper-address.ts';
import { toolTexts } from '../../plants/tool-texts.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import type { Fail } from '../../ui/toasts/undo-steps.ts';
import { CellList } from '../check/cell-list.tsx';
import { ImportTally } from '../check/import-tally.tsx';
import styles from '../import.module.css';
import { annotatedAddress, nameOf } from '../run/import-request.ts';
import type { StepProps } from '../run/use-import.ts';
import { texts } from '../texts.tsx';

export function ImportDone({ step: { result }, settings, state }: StepProps<'done'>) {
  const { startOver, checkOnly } = state;
  const mayUndo = useMayUndo();
  const { receipt, errors, created, updated, failed } = result;
  const rows = new Set(errors.map(({ row }) => row));
  return (
    <div className={styles.step}>
      <h2 ref={focusOnMount} tabIndex={-1} className={styles.title}>
        {texts.done.title(nameOf(settings))}
      </h2>
      <ImportTally result={result} isDone />
      <CellList title={texts.done.errors} cells={errors} isDone />
      <div className={styles.actions}>
        <ButtonLink href="/" look="primary">
          {texts.done.see}
        </ButtonLink>
        {/* The result lists only the first wrong cells of a file. */}
        {checkOnly && failed > 0 && rows.size === failed && (
          <Button onClick={() => checkOnly(rows)}>{texts.done.correct(failed)}</Button>
        )}
        {created + updated > 0 && receipt !== undefined && (
          <ButtonLink href={receiptLabels(receipt)}>{toolTexts.labels}</ButtonLink>
        )}
        {mayUndo(result) && receipt !== undefined && <UndoImport receipt={receipt} onUndone={startOver} />}
        <a href={annotatedAddress(result)} download className={buttons.quiet}>
          {texts.done.download}
        </a>
        <Button look="bare" onClick={startOver}>
          {texts.startOver}
        </Button>
      </div>
    </div>
  );
}

function UndoImport({ receipt, onUndone }: { receipt: bigint; onUndone: () => void }) {
  const undo = useUndo(onUndone);
  const [key] = useState(newKey);
  const { step } = useToasts();
  const toUndo = useEffectEvent((fail: Fail) => undo(receipt, { key, isUndo: true, fail }));
  useEffect(() => void step((fail) => toUndo(fail), receipt), [step, receipt]);
  const { mutate, isPending } = useMutation({ mutationFn: () => undo(receipt, { key }) });
  return (
    <Button disabled={isPending} onClick={() => mutate()}>
      {isPending ? texts.done.undoing : texts.done.undo}
    </Button>
  );
}

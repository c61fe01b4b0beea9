import { Button } from '../../ui/buttons/button.tsx';
import styles from '../import.module.css';
import { RunProgress } from '../run/import-run.tsx';
import type { StepProps } from '../run/use-import.ts';
import { texts } from '../texts.tsx';
import bar from './check-actions.module.css';
import type { TypedCells } from './use-typed-cells.ts';

type CheckActionsProps = StepProps<'checked'> & { typed: TypedCells | undefined };

/** The buttons below a checked file. Typed cells must be checked before the import. */
export function CheckActions({ step, settings, state, typed }: CheckActionsProps) {
  const { run, isCorrecting, inspected } = state;
  const isOutdated = step.settings !== settings;
  const mayCheck = inspected?.problem === undefined;
  const count = step.result.created + step.result.updated;
  const isBusy = run !== undefined || isCorrecting;
  const { corrections, suggested } = typed ?? { corrections: [], suggested: [] };
  const hasTyped = corrections.length > 0;
  return (
    <div className={bar.bar}>
      {run && <RunProgress run={run} label={texts.check.checking} />}
      <p role="status" className={styles.note}>
        {isCorrecting && texts.check.correcting}
      </p>
      <div className={styles.actions}>
        {isOutdated || hasTyped ? (
          // The keys keep one button from becoming the other under the focus.
          <Button
            key="check"
            type={hasTyped ? 'submit' : 'button'}
            look="primary"
            disabled={isBusy || !mayCheck}
            onClick={hasTyped ? undefined : state.check}
          >
            {texts.check.again}
          </Button>
        ) : (
          <Button
            key="import"
            look="primary"
            disabled={isBusy || count === 0}
            onClick={() => state.importFile(step)}
          >
            {count === 0 ? texts.check.nothing : texts.check.import(count)}
          </Button>
        )}
        {!hasTyped && suggested.length > 0 && (
          <Button disabled={isBusy || !mayCheck} onClick={() => state.correct?.(suggested)}>
            {texts.check.applyAll}
          </Button>
        )}
        {run && <Button onClick={state.cancel}>{texts.cancel}</Button>}
        <Button onClick={state.startOver}>{texts.startOver}</Button>
      </div>
    </div>
  );
}

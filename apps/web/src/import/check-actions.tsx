import type { ImportResult } from '@plant-store/schema';
import buttons from '../page/button.module.css';
import { Button } from '../page/button.tsx';
import bar from './check-actions.module.css';
import type { Correction } from './corrected-file.ts';
import styles from './import-page.module.css';
import { RunProgress } from './run-progress.tsx';
import { texts } from './texts.tsx';
import type { Run } from './use-run.ts';
import type { TypedCells } from './use-typed-cells.ts';

type CheckActionsProps = {
  result: ImportResult;
  typed: TypedCells | undefined;
  /** The result is not of what is wished now. */
  isOutdated: boolean;
  mayCheck: boolean;
  run: Run | undefined;
  /** The file is being given other cells. */
  isCorrecting: boolean;
  onCorrect: ((corrections: Correction[]) => void) | undefined;
  onCheck: () => void;
  onCancel: () => void;
  onImport: () => void;
  onStartOver: () => void;
};

/** What can be done with a file that was checked. It is imported as it was checked, so what was typed is checked first. */
export function CheckActions({
  result,
  typed,
  isOutdated,
  mayCheck,
  run,
  isCorrecting,
  ...act
}: CheckActionsProps) {
  const count = result.created + result.updated;
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
        {isOutdated && !hasTyped && (
          <Button
            className={buttons.primary}
            disabled={isBusy || !mayCheck}
            focusableWhenDisabled
            onClick={act.onCheck}
          >
            {texts.check.again}
          </Button>
        )}
        {!isOutdated && !hasTyped && (
          <Button
            className={buttons.primary}
            disabled={isBusy || count === 0}
            focusableWhenDisabled
            onClick={act.onImport}
          >
            {count === 0 ? texts.check.nothing : texts.check.import(count)}
          </Button>
        )}
        {hasTyped && (
          <Button
            type="submit"
            className={buttons.primary}
            disabled={isBusy || !mayCheck}
            focusableWhenDisabled
          >
            {texts.check.again}
          </Button>
        )}
        {!hasTyped && suggested.length > 0 && (
          <Button
            className={buttons.quiet}
            disabled={isBusy || !mayCheck}
            focusableWhenDisabled
            onClick={() => act.onCorrect?.(suggested)}
          >
            {texts.check.applyAll}
          </Button>
        )}
        {run && (
          <Button className={buttons.quiet} onClick={act.onCancel}>
            {texts.cancel}
          </Button>
        )}
        <Button className={buttons.quiet} onClick={act.onStartOver}>
          {texts.startOver}
        </Button>
      </div>
    </div>
  );
}

import { Button } from '@base-ui/react/button';
import type { ImportResult } from '@plant-store/schema';
import buttons from '../page/button.module.css';
import { plantsText } from '../page/count-text.ts';
import bar from './check-actions.module.css';
import type { Correction } from './corrected-file.ts';
import styles from './import-page.module.css';
import { RunProgress } from './run-progress.tsx';
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
      {run && <RunProgress run={run} label="Checking anew" />}
      <p role="status" className={styles.note}>
        {isCorrecting && 'Correcting the file…'}
      </p>
      <div className={styles.actions}>
        {isOutdated && !hasTyped && (
          <Button
            className={buttons.primary}
            disabled={isBusy || !mayCheck}
            focusableWhenDisabled
            onClick={act.onCheck}
          >
            Check again
          </Button>
        )}
        {!isOutdated && !hasTyped && (
          <Button
            className={buttons.primary}
            disabled={isBusy || count === 0}
            focusableWhenDisabled
            onClick={act.onImport}
          >
            {count === 0 ? 'Nothing to import' : `Import ${plantsText(count)}`}
          </Button>
        )}
        {hasTyped && (
          <Button
            type="submit"
            className={buttons.primary}
            disabled={isBusy || !mayCheck}
            focusableWhenDisabled
          >
            Check what I corrected
          </Button>
        )}
        {!hasTyped && suggested.length > 0 && (
          <Button
            className={buttons.quiet}
            disabled={isBusy || !mayCheck}
            focusableWhenDisabled
            onClick={() => act.onCorrect?.(suggested)}
          >
            Take the suggestions
          </Button>
        )}
        {run && (
          <Button className={buttons.quiet} onClick={act.onCancel}>
            Cancel
          </Button>
        )}
        <Button className={buttons.quiet} onClick={act.onStartOver}>
          Another file
        </Button>
      </div>
    </div>
  );
}

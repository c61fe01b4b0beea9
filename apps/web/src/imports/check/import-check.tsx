import { isAlphanumericId } from '@plant-store/plant-files';
import { Duplicates, type ImportError, type ImportResult } from '@plant-store/schema';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sentence } from '../../api/sentence.ts';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { RadioChoice } from '../../ui/fields/radio-choice.tsx';
import { ProblemNote } from '../columns/problem-note.tsx';
import { ReadingChoices } from '../columns/reading-choices.tsx';
import { texts as encodingTexts } from '../encoding/texts.tsx';
import { type RowCells, rowCells } from '../file/row-cells.ts';
import styles from '../import.module.css';
import { annotatedAddress, type ImportSettings, nameOf } from '../run/import-request.ts';
import type { StepProps } from '../run/use-import.ts';
import { texts } from '../texts.tsx';
import { CellList, shownCells } from './cell-list.tsx';
import { CheckActions } from './check-actions.tsx';
import { ImportTally } from './import-tally.tsx';
import { type TypedCells, useTypedCells } from './use-typed-cells.ts';

const duplicateChoices = Duplicates.options.map((value) => ({
  value,
  text: texts.duplicates[value],
}));

const toFix = 'rows-to-fix';

export function ImportCheck({ step, settings, state }: StepProps<'checked'>) {
  const { settings: checked, result, problem } = step;
  const { inspected, run, isCorrecting, correct } = state;
  const title = useTitle(result, run !== undefined);
  const { errors, warnings } = result;
  const typed = useTypedCells(checked.file, shownIn(result));
  const cells = {
    typed: correct && typed,
    isReadOnly: run !== undefined || isCorrecting,
    otherCells: useOtherCells(checked, result),
  };
  const { encoding = 'utf-8', quoteEscape } = checked.original ?? result;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.corrections.length > 0) correct?.(typed.corrections);
  };
  return (
    <form className={styles.step} onSubmit={submit}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {texts.check.title(nameOf(settings))}
      </h2>
      <ProblemNote problem={inspected?.problem === undefined ? problem : sentence(inspected.problem)} />
      {encoding !== 'utf-8' && <p className={styles.warning}>{encodingTexts.note(encoding)}</p>}
      {quoteEscape && <p className={styles.warning}>{texts.backslashes}</p>}
      <ImportTally
        result={result}
        isDone={false}
        isOutdated={checked !== settings}
        toFix={errors.length > 0 ? toFix : undefined}
      />
      <ReadingChoices state={state} refused={errors} />
      <RadioChoice
        label={texts.duplicates.label}
        value={settings.duplicates}
        onChange={state.chooseDuplicates}
        choices={duplicateChoices}
      />
      <NewIdsOffer step={step} state={state} typed={typed} />
      <CellList id={toFix} title={texts.check.errors} cells={errors} {...cells} />
      <CellList title={texts.check.warnings} cells={warnings} {...cells} />
      {(result.failed > 0 || warnings.length > shownCells) && (
        <a href={annotatedAddress(result)} download className={buttons.quiet}>
          {texts.check.download}
        </a>
      )}
      <CheckActions step={step} settings={settings} state={state} typed={correct && typed} />
    </form>
  );
}

/** Focuses the title when the page opens, and after a check that removed the focused element. */
function useTitle(result: ImportResult, isBusy: boolean) {
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may remove the focused element
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) title.current?.focus();
  }, [result, isBusy]);
  return title;
}

type NewIdsOfferProps = Pick<StepProps<'checked'>, 'step' | 'state'> & { typed: TypedCells };

/** Offers new ids for rows whose ids contain letters. Afterwards it shows the new ids. */
function NewIdsOffer({ step, state: { inspected, run, isCorrecting, correct }, typed }: NewIdsOfferProps) {
  const given = step.settings.newIds;
  const idColumn = inspected?.columns?.shown.id ?? 'id';
  const lettered = step.result.errors.find(
    ({ column, value }) => column === idColumn && isAlphanumericId(value),
  );
  return (
    <>
      <p role="status" className={styles.note}>
        {given && texts.newIds.given(given.first, given.last)}
      </p>
      {lettered && correct && (
        <div className={styles.actions}>
          <span>{texts.newIds.problem(lettered.value)}</span>
          <Button
            disabled={run !== undefined || isCorrecting}
            onClick={() => correct(typed.corrections, true)}
          >
            {texts.newIds.give}
          </Button>
          <span className={styles.note}>{texts.newIds.note}</span>
        </div>
      )}
    </>
  );
}

/** The cells whose problems the page lists. */
const shownIn = ({ errors, warnings }: ImportResult): ImportError[] => [
  ...errors.slice(0, shownCells),
  ...warnings.slice(0, shownCells),
];

function useOtherCells({ file, columns }: ImportSettings, result: ImportResult): RowCells | undefined {
  const [found, setFound] = useState<{ file: File; cells: RowCells }>();
  useEffect(() => {
    let isCurrent = true;
    const rows = shownIn(result).map(({ row }) => row);
    void rowCells(file, columns, rows).then((cells) => isCurrent && setFound({ file, cells }));
    return () => {
      isCurrent = false;
    };
  }, [file, columns, result]);
  return found?.file === file ? found.cells : undefined;
}

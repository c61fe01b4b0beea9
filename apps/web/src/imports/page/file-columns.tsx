import { sentence } from '../../api/sentence.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { ProblemNote } from '../columns/problem-note.tsx';
import { ReadingChoices } from '../columns/reading-choices.tsx';
import type { InspectedFile } from '../file/inspect-file.ts';
import styles from '../import.module.css';
import { type ImportSettings, nameOf } from '../run/import-request.ts';
import type { ImportState } from '../run/use-import.ts';
import { texts } from '../texts.tsx';

type FileColumnsProps = {
  settings: ImportSettings;
  inspected: InspectedFile;
  problem: string | undefined;
  state: ImportState;
};

export function FileColumns({ settings, inspected, problem, state }: FileColumnsProps) {
  return (
    <div className={styles.step}>
      <h2 ref={focusOnMount} tabIndex={-1} className={styles.title}>
        {texts.columns.title(nameOf(settings))}
      </h2>
      <ProblemNote problem={inspected.problem === undefined ? problem : sentence(inspected.problem)} />
      <ReadingChoices settings={settings} inspected={inspected} state={state} />
      <div className={styles.actions}>
        <Button look="primary" disabled={inspected.problem !== undefined} onClick={state.check}>
          {texts.columns.check}
        </Button>
        <Button onClick={state.startOver}>{texts.startOver}</Button>
      </div>
    </div>
  );
}

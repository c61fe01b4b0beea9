import { Button } from '../../ui/buttons/button.tsx';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import { ProblemNote } from '../columns/problem-note.tsx';
import type { Reading } from '../encoding/likely-readings.ts';
import { texts } from '../encoding/texts.tsx';
import styles from '../import.module.css';
import { type ImportSettings, nameOf } from '../run/import-request.ts';
import type { ImportState } from '../run/use-import.ts';
import { texts as importTexts } from '../texts.tsx';
import choice from './encoding-choice.module.css';

type EncodingChoiceProps = {
  settings: ImportSettings;
  readings: readonly Reading[];
  problem: string | undefined;
  state: ImportState;
};

export function EncodingChoice({ settings, readings, problem, state }: EncodingChoiceProps) {
  return (
    <div className={styles.step}>
      <h2 ref={focusOnMount} tabIndex={-1} className={styles.title}>
        {texts.title(readings.length)}
      </h2>
      <ProblemNote problem={problem} />
      <p className={styles.text}>{texts.intro(nameOf(settings))}</p>
      <ul className={choice.readings} aria-label={texts.readings}>
        {readings.map(({ encoding, names }) => (
          <li key={encoding}>
            <Button className={choice.reading} onClick={() => state.chooseEncoding(encoding)}>
              {names.map((name) => (
                <span key={name} className={choice.name}>
                  <Bdi text={name} />{' '}
                </span>
              ))}
              <span className={styles.note}>{texts.nameOf(encoding)}</span>
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.note}>{texts.none}</p>
      <Button onClick={state.startOver}>{importTexts.startOver}</Button>
    </div>
  );
}

import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { TextField } from '@plant-store/schema';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import radio from '../../ui/fields/radio.module.css';
import { focusOnMount } from '../../ui/keyboard/focus-on-mount.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import { When } from '../../ui/text/when.tsx';
import { labels } from '../new-plant-form.ts';
import styles from './saved-meanwhile.module.css';
import { texts } from './texts.ts';
import { chosen, compare, type FieldConflict, type Side, textOf } from './three-way.ts';
import type { EditConflict } from './use-edit.ts';
import type { Editing } from './use-edit-form.ts';

type SavedMeanwhileProps = {
  conflict: Extract<EditConflict, { kind: 'changed' }>;
  edit: Editing;
};

/** Lets the person choose after another person saved first: shows the base, the typed text and the other's. */
export function SavedMeanwhile({ conflict, edit }: SavedMeanwhileProps) {
  const { before, mine, theirs } = conflict;
  const conflicts = compare(before, mine, textOf(theirs.plant));
  const [choices, setChoices] = useState<Partial<Record<TextField, Side>>>({});
  const save = () => edit.saveChosen(chosen(textOf(theirs.plant), conflicts, choices), theirs);
  return (
    <Conflict conflict={conflict}>
      {conflicts.map((one) => (
        <Choice
          key={one.field}
          conflict={one}
          side={choices[one.field] ?? one.preferred}
          onChange={(side) => setChoices({ ...choices, [one.field]: side })}
        />
      ))}
      <div className={styles.actions}>
        <Button look="primary" onClick={save}>
          {texts.conflict.save}
        </Button>
        <Button onClick={edit.close}>{texts.conflict.keepTheirs}</Button>
      </div>
    </Conflict>
  );
}

const sideNames: Record<Side, string> = { mine: texts.conflict.mine, theirs: texts.conflict.theirs };

type ChoiceProps = { conflict: FieldConflict; side: Side; onChange: (side: Side) => void };

function Choice({ conflict, side, onChange }: ChoiceProps) {
  const label = useId();
  return (
    <RadioGroup<Side> className={styles.choice} aria-labelledby={label} value={side} onValueChange={onChange}>
      <span id={label} className={styles.field}>
        {labels[conflict.field]}
      </span>
      <span className={styles.before}>
        <span className={styles.side}>{texts.conflict.before}</span> <Text text={conflict.before} />
      </span>
      {(['mine', 'theirs'] as const).map((one) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio is its control
        <label key={one} className={styles.option}>
          <Radio.Root value={one} className={radio.radio}>
            <Radio.Indicator className={radio.dot} />
          </Radio.Root>
          <span className={styles.side}>{sideNames[one]}</span> <Text text={conflict[one]} />
        </label>
      ))}
    </RadioGroup>
  );
}

const Text = ({ text }: { text: string }) =>
  text === '' ? (
    <span className={styles.none}>{texts.none}</span>
  ) : (
    <Bdi className={styles.value} text={text} />
  );

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

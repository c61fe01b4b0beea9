'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import type { StoredPlant } from '@plant-store/schema';
import { useDeferredValue, useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/buttons/button.tsx';
import { RadioChoice } from '../../../ui/fields/radio-choice.tsx';
import { submitOf } from '../../../ui/fields/submit-of.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { isLoopback } from '../../../ui/is-loopback.ts';
import { OnPaper } from '../on-paper.tsx';
import { texts as all } from '../texts.ts';
import { usePageStyle } from '../use-page-style.ts';
import { keepSettings, keptSettings, LabelSettings, type SettingsText } from './label-settings.ts';
import { LabelSheets } from './label-sheets.tsx';
import styles from './labels-page.module.css';
import { useDrawings } from './use-drawings.ts';

const texts = all.labels;

/** A browser lays this number of labels out within seconds. */
const labelsMax = 5_000;

export const LabelsPage = () => (
  <OnPaper title={all.labelsTitle} max={labelsMax}>
    {(plants) => <Labels plants={plants} />}
  </OnPaper>
);

const ownFields = Object.keys(texts.own) as (keyof typeof texts.own)[];

const choicesOf = <Value extends string>(of: Record<Value, { text: string; note: string }>) =>
  (Object.keys(of) as Value[]).map((value) => ({ value, ...of[value] }));

function Labels({ plants }: { plants: readonly StoredPlant[] }) {
  const [kept] = useState(keptSettings);
  const form = useForm<SettingsText, unknown, LabelSettings>({
    defaultValues: kept,
    resolver: zodResolver(LabelSettings),
    mode: 'onChange',
  });
  const { errors } = form.formState;
  const typed = useWatch({ control: form.control }) as SettingsText;
  const settings = useLastValid(typed, kept);
  const shown = useDeferredValue(settings);
  const { sheet, first } = shown;
  usePageStyle(`margin: 0; size: ${sheet.paperWidth}mm ${sheet.paperHeight}mm`);
  const { drawings, problem } = useDrawings(plants, shown);
  const perSheet = sheet.columns * sheet.rows;
  const end = first - 1 + plants.length;
  return (
    <div className={styles.page}>
      <form className={styles.settings} noValidate onSubmit={submitOf(form, () => print())}>
        <RadioChoice
          label={texts.sheet}
          value={typed.kind}
          onChange={(kind) => {
            form.setValue('kind', kind);
            void form.trigger();
          }}
          choices={choicesOf(texts.kinds)}
        />
        {typed.kind === 'own' && (
          <div className={styles.fields}>
            {ownFields.map((name) => (
              <TextField
                key={name}
                label={texts.own[name]}
                inputMode="decimal"
                problem={errors.own?.[name]?.message}
                {...form.register(`own.${name}`)}
              />
            ))}
          </div>
        )}
        <RadioChoice
          label={texts.code}
          value={typed.code}
          onChange={(code) => form.setValue('code', code)}
          choices={choicesOf(texts.codes)}
        />
        <div className={`${styles.fields} ${styles.place}`}>
          {(['first', 'offsetX', 'offsetY'] as const).map((name) => (
            <TextField
              key={name}
              label={texts[name]}
              inputMode="decimal"
              problem={errors[name]?.message}
              {...form.register(name)}
            />
          ))}
        </div>
        <div>
          {problem && (
            <p role="alert" className={styles.problem}>
              {problem}
            </p>
          )}
          {typed.code === 'qr' && isLoopback(location.hostname) && (
            <p className={styles.problem}>{texts.thisComputer}</p>
          )}
          <Button type="submit" look="primary" disabled={!drawings || shown !== settings}>
            {texts.print(plants.length)}
          </Button>
          <p className={styles.note}>
            {texts.sheets(Math.ceil(end / perSheet), (end % perSheet) + 1)} {texts.scale}
          </p>
        </div>
      </form>
      <div>{drawings && <LabelSheets plants={plants} drawings={drawings} settings={shown} />}</div>
    </div>
  );
}

/** The last valid settings, which the browser keeps. */
function useLastValid(typed: SettingsText, kept: SettingsText): LabelSettings {
  const text = JSON.stringify(typed);
  const [valid, setValid] = useState(() => ({ text, settings: LabelSettings.parse(kept) }));
  const checked = text === valid.text ? undefined : LabelSettings.safeParse(typed);
  if (checked?.success) setValid({ text, settings: checked.data });
  useEffect(() => {
    keepSettings(valid.text);
  }, [valid.text]);
  return valid.settings;
}

import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import radio from './radio.module.css';
import styles from './radio-choice.module.css';

type ChoiceProps<Value> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  /** The choices. A note explains the effect of a choice. */
  choices: { value: Value; text: string; note?: string }[];
  /** True if the choices are short enough for one row. */
  isInRow?: boolean;
};

export function RadioChoice<Value>({ label, value, onChange, choices, isInRow = false }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <RadioGroup<Value>
      className={isInRow ? styles.row : styles.choice}
      aria-labelledby={id}
      value={value}
      onValueChange={onChange}
    >
      <span id={id} className={styles.label}>
        {label}
      </span>
      {choices.map(({ value: choice, text, note }) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio is its control
        <label key={text} className={styles.option}>
          <Radio.Root value={choice} className={radio.radio}>
            <Radio.Indicator className={radio.dot} />
          </Radio.Root>
          <span>
            {text}
            {note !== undefined && <span className={styles.note}>{note}</span>}
          </span>
        </label>
      ))}
    </RadioGroup>
  );
}

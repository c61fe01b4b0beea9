import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId } from 'react';
import radio from '../page/radio.module.css';
import styles from './token-dialog.module.css';

const choices = [
  { days: 7, text: '7 days' },
  { days: 30, text: '30 days' },
  { days: 90, text: '90 days' },
  { days: 365, text: 'A year' },
  { days: null, text: 'No end' },
];

/** For how long a token is to work. */
export function TokenDays({
  days,
  onChange,
}: {
  days: number | null;
  onChange: (days: number | null) => void;
}) {
  const id = useId();
  return (
    <RadioGroup<number | null>
      className={styles.days}
      aria-labelledby={id}
      value={days}
      onValueChange={onChange}
    >
      <span id={id} className={styles.label}>
        It works for
      </span>
      {choices.map((choice) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the radio is its control
        <label key={choice.text} className={styles.option}>
          <Radio.Root value={choice.days} className={radio.radio}>
            <Radio.Indicator className={radio.dot} />
          </Radio.Root>
          {choice.text}
        </label>
      ))}
    </RadioGroup>
  );
}

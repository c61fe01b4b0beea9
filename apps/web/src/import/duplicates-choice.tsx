import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { Duplicates } from '@plant-store/schema';
import radio from '../page/radio.module.css';
import styles from './import-page.module.css';

const texts: Record<Duplicates, string> = {
  refuse: 'Do not accept the row',
  skip: 'Keep the plant as it is',
  update: 'Change the plant to what the row says',
};

/** What becomes of a row whose id a plant has already. */
export const DuplicatesChoice = ({
  duplicates,
  onChange,
}: {
  duplicates: Duplicates;
  onChange: (duplicates: Duplicates) => void;
}) => (
  <RadioGroup<Duplicates>
    className={styles.choice}
    aria-labelledby="duplicates"
    value={duplicates}
    onValueChange={onChange}
  >
    <span id="duplicates" className={styles.label}>
      Where a plant has the id already
    </span>
    {Object.entries(texts).map(([value, text]) => (
      // biome-ignore lint/a11y/noLabelWithoutControl: the radio is its control
      <label key={value} className={styles.option}>
        <Radio.Root value={value as Duplicates} className={radio.radio}>
          <Radio.Indicator className={radio.dot} />
        </Radio.Root>
        {text}
      </label>
    ))}
  </RadioGroup>
);

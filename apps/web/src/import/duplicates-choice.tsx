import type { Duplicates } from '@plant-store/schema';
import { RadioChoice } from '../page/radio-choice.tsx';

const choices: { value: Duplicates; text: string }[] = [
  { value: 'refuse', text: 'Do not accept the row' },
  { value: 'skip', text: 'Keep the plant as it is' },
  { value: 'update', text: 'Change the plant to what the row says' },
];

/** What becomes of a row whose id a plant has already. */
export const DuplicatesChoice = ({
  duplicates,
  onChange,
}: {
  duplicates: Duplicates;
  onChange: (duplicates: Duplicates) => void;
}) => (
  <RadioChoice
    label="Where a plant has the id already"
    value={duplicates}
    onChange={onChange}
    choices={choices}
  />
);

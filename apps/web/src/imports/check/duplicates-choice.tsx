import type { Duplicates } from '@plant-store/schema';
import { RadioChoice } from '../../ui/fields/radio-choice.tsx';
import { texts } from '../texts.tsx';

const choices: { value: Duplicates; text: string }[] = [
  { value: 'refuse', text: texts.duplicates.refuse },
  { value: 'skip', text: texts.duplicates.skip },
  { value: 'update', text: texts.duplicates.update },
];

/** Chooses how the import treats rows with ids that are already used. */
export const DuplicatesChoice = ({
  duplicates,
  onChange,
}: {
  duplicates: Duplicates;
  onChange: (duplicates: Duplicates) => void;
}) => <RadioChoice label={texts.duplicates.label} value={duplicates} onChange={onChange} choices={choices} />;

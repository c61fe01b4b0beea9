import { RadioChoice } from '../../../ui/fields/radio-choice.tsx';
import { texts } from '../texts.ts';

const choices = [
  { value: 7, text: texts.days.week },
  { value: 30, text: texts.days.month },
  { value: 90, text: texts.days.quarter },
  { value: 365, text: texts.days.year },
  { value: null, text: texts.days.never },
];

export const TokenDays = ({
  days,
  onChange,
}: {
  days: number | null;
  onChange: (days: number | null) => void;
}) => (
  <RadioChoice<number | null>
    label={texts.days.label}
    value={days}
    onChange={onChange}
    choices={choices}
    isInRow
  />
);

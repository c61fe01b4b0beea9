import { RadioChoice } from '../page/radio-choice.tsx';

const choices = [
  { value: 7, text: '7 days' },
  { value: 30, text: '30 days' },
  { value: 90, text: '90 days' },
  { value: 365, text: 'A year' },
  { value: null, text: 'No end' },
];

/** For how long a token is to work. */
export const TokenDays = ({
  days,
  onChange,
}: {
  days: number | null;
  onChange: (days: number | null) => void;
}) => (
  <RadioChoice<number | null>
    label="It works for"
    value={days}
    onChange={onChange}
    choices={choices}
    isInRow
  />
);

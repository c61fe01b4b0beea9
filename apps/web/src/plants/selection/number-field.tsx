import type { ComponentProps } from 'react';
import { TextField } from '../../ui/fields/text-field.tsx';
import { texts } from './bulk-texts.ts';

/** The maximum number of plants that a bulk action changes without a typed number. */
export const unconfirmedMax = 100;

type NumberFieldProps = { count: number } & Omit<ComponentProps<typeof TextField>, 'label'>;

export const NumberField = ({ count, ...field }: NumberFieldProps) => (
  <TextField label={texts.number.label(count)} inputMode="numeric" {...field} />
);

/** Checks the typed number: true, or the problem. `2158` and `2,158` are the same. */
export const checkNumber = (typed: string, count: number): true | string =>
  typed.replace(/[\s,.']/g, '') === String(count) || texts.number.wrong(count, typed.trim());

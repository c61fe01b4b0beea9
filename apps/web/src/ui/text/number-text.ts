import { onFirstUse } from './on-first-use.ts';

const number = onFirstUse(() => new Intl.NumberFormat('en'));

export const numberText = (count: number): string => number().format(count);

import { isolated } from '../../ui/text/isolated.ts';

export const texts = {
  table: 'Plants',
  select: (name: string) => `Select ${name}`,
  tagged: (tag: string) => `Show plants tagged ${isolated(tag)}`,
};

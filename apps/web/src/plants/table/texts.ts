import { isolated } from '../../ui/text/isolated.ts';

/** Texts of the table of plants. */
export const texts = {
  name: 'Plants',
  id: 'Id',
  plantName: 'Name',
  tag: 'Tag',
  select: (name: string) => `Select ${name}`,
  tagged: (tag: string) => `Show plants tagged ${isolated(tag)}`,
};

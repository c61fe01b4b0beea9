import { isolated } from '../../ui/text/isolated.ts';

export const texts = {
  name: 'Plants',
  id: 'Id',
  plantName: 'Name',
  tag: 'Tag',
  select: (name: string) => `Select ${name}`,
  tagged: (tag: string) => `Show plants tagged ${isolated(tag)}`,
};

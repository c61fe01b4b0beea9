import { isolated } from '../../ui/text/isolated.ts';

export const texts = {
  offered: (spelling: string) => `Arrow right completes: ${isolated(spelling)}.`,
};

import { useQueryClient } from '@tanstack/react-query';
import { useSay } from '../page/toasts.tsx';
import { noAnswer } from '../store/attempt.ts';
import { newKey } from '../store/idempotency-key.ts';
import { sentence } from '../store/sentence.ts';
import { showVersion } from './plant-query.ts';
import { restore } from './plant-requests.ts';

/** Takes a plant out of the trash and says so; `putBack` shows it again where it was in the lists. */
export function useRestore() {
  const queries = useQueryClient();
  const say = useSay();
  return async function restoreAndSay(id: bigint, putBack: () => void): Promise<boolean> {
    const outcome = await restore(id, newKey());
    if ('failure' in outcome) {
      const { failure } = outcome;
      say.problem(
        `Not restored. ${failure === noAnswer ? 'The store did not answer; try again in a moment.' : sentence(failure.message)}`,
      );
      return false;
    }
    putBack();
    showVersion(queries, outcome.value);
    void queries.invalidateQueries({ queryKey: ['trash'] });
    say.done(`${outcome.value.plant.name} is back.`);
    return true;
  };
}

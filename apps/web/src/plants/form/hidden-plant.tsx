import { useQuery } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/button.tsx';
import { newestPlants } from '../queries/list-queries.ts';
import { addressOf, allPlants } from '../search/plant-search.ts';
import { usePlantSearch } from '../search/use-plant-search.ts';
import { texts } from './texts.ts';

/** Says that the search hides the plant that was just added, with a button that shows it. Empty if the list has it. */
export function HiddenPlant({ id, className }: { id: bigint; className: string | undefined }) {
  const { search, change } = usePlantSearch();
  const isWhole = addressOf(search) === addressOf(allPlants);
  const newest = useQuery({ ...newestPlants(search), enabled: !isWhole });
  const isFound = newest.isFetching || newest.data?.items.some((plant) => plant.id === id);
  // Without an answer nothing is known.
  if (isWhole || isFound !== false) return null;
  return (
    <>
      <span>{texts.hidden}</span>
      <Button look="bare" className={className} onClick={() => change(allPlants)}>
        {texts.showIt}
      </Button>
    </>
  );
}

import { IdText } from '@plant-store/schema';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../session/session-context.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { Link } from '../../ui/link.tsx';
import { Sentence } from '../../ui/text/sentence.tsx';
import { newestPlants } from '../queries/list-queries.ts';
import { plantWithId } from '../queries/plant-query.ts';
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

type KnownPlantProps = { text: string; onOpen: () => void; className: string | undefined };

/** Names the plant that has the id already, with a link to it, before the store refuses a second one. */
export function KnownPlant({ text, onOpen, className }: KnownPlantProps) {
  const { data: id } = IdText.safeParse(text);
  const isAsked = useMay()('plants:read') && id !== undefined;
  const { data: plant } = useQuery({ ...plantWithId(id ?? 0n), enabled: isAsked });
  return (
    <span role="status">
      {isAsked && plant && (
        <Link href={`/plants/${id}`} className={className} onClick={onOpen}>
          <Sentence text={texts.known(plant.id, plant.name)} />
        </Link>
      )}
    </span>
  );
}

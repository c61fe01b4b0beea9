import type { StoredPlant } from '@plant-store/schema';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { showNewest } from '../queries/list-changes.ts';
import { newestPlants, type PageOfPlants } from '../queries/list-queries.ts';
import { countNew } from '../queries/newest.ts';
import { isWaiting } from '../queue/queued-plant.ts';
import { useQueue } from '../queue-ui/queue-provider.tsx';
import { allPlants, type PlantSearch } from '../search/plant-search.ts';
import styles from './new-plants.module.css';
import { texts } from './texts.ts';

type NewPlantsProps = {
  search: PlantSearch;
  plants: readonly StoredPlant[];
  first: PageOfPlants | undefined;
};

/** New rows would move the list, so only a click shows them. An empty list shows them at once. */
export function NewPlants({ search, plants, first }: NewPlantsProps) {
  const queries = useQueryClient();
  const { data: newest, isSuccess, isFetching } = useQuery(newestPlants(search, first));
  const isNewestFirst = search.sort === allPlants.sort;
  const own = useQueue()
    .state.entries.filter(isWaiting)
    .map(({ plant }) => plant.id);
  const count = newest && isNewestFirst ? countNew(newest, plants, own) : 0;
  const isEmpty = plants.length === 0;
  // The newest plants of an earlier answer may be deleted by now.
  const isCurrent = isSuccess && !isFetching;
  useEffect(() => {
    if (isEmpty && isCurrent && count > 0 && newest) showNewest(queries, search, newest);
  }, [isEmpty, isCurrent, count, newest, queries, search]);
  const show = () => {
    if (newest) showNewest(queries, search, newest);
    window.scrollTo({ top: 0 });
  };
  const isAll = newest?.nextCursor !== undefined && count === newest.items.length;
  return (
    <div role="status" className={styles.place}>
      {count > 0 && !isEmpty && (
        <Button className={styles.button} onClick={show}>
          {texts.showNew(count, isAll)}
        </Button>
      )}
    </div>
  );
}

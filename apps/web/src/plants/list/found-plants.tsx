import type { StoredPlant } from '@plant-store/schema';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useShownOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import hidden from '../../ui/text/visually-hidden.module.css';
import { plantsText } from '../plants-text.ts';
import { readAheadRows, type Withheld } from '../queries/list-queries.ts';
import type { QueueState } from '../queue/queue-state.ts';
import { isSame } from '../queue/queued-plant.ts';
import { useQueue } from '../queue-ui/queue-provider.tsx';
import { NoMatches } from '../search/no-matches.tsx';
import { isFiltered, type PlantSearch } from '../search/plant-search.ts';
import { countOf } from '../selection/selection.ts';
import { useSelection } from '../selection/use-selection.ts';
import { PlantTable } from '../table/plant-table.tsx';
import { ListEnd } from './list-end.tsx';
import { NewPlants } from './new-plants.tsx';
import { NoPlants } from './no-plants.tsx';
import styles from './plant-list.module.css';
import { texts } from './texts.ts';

const loadSelectionBar = () => import('../selection/selection-bar.tsx');

type FoundPlantsProps = {
  list: UseInfiniteQueryResult;
  /** The loaded plants that are shown. */
  plants: readonly StoredPlant[];
  /** The number of all plants that match, without those that wait; `undefined` if unknown. */
  total: number | undefined;
  withheld: Withheld;
  /** The search of `plants`; until a new search has an answer, the previous search. */
  shown: { search: PlantSearch; address: string };
  onChange: (part: Partial<PlantSearch>) => void;
};

export function FoundPlants({ list, shown, withheld, onChange, ...found }: FoundPlantsProps) {
  const { hasNextPage, isPlaceholderData, isFetchNextPageError, fetchNextPage } = list;
  const { search, address } = shown;
  const { state } = useQueue();
  const plants = withoutSent(found.plants, state);
  const total = found.total && found.total - found.plants.length + plants.length;
  const { selection, setSelection, toggle, setAsking } = useSelection(plants, address, total);
  const SelectionBar = useShownOnDemand(loadSelectionBar, countOf(selection) > 0);
  const count = plants.length;
  const readAhead = useCallback(
    (index: number) => {
      // After a failure, rows are loaded only on the person's request.
      if (index > count - readAheadRows && hasNextPage && !isPlaceholderData && !isFetchNextPageError)
        void fetchNextPage({ cancelRefetch: false });
    },
    [count, hasNextPage, isPlaceholderData, isFetchNextPageError, fetchNextPage],
  );
  const { entries } = state;
  return (
    <>
      <NewPlants search={search} withheld={withheld} />
      <Tally total={total} search={search} isBusy={isPlaceholderData} />
      {count === 0 &&
        entries.length === 0 &&
        (isFiltered(search) ? <NoMatches search={search} onChange={onChange} /> : <NoPlants />)}
      {(count > 0 || entries.length > 0) && (
        <>
          <PlantTable
            plants={plants}
            total={total}
            address={address}
            q={search.q}
            sort={search.sort}
            onSort={(sort) => onChange({ sort })}
            selection={selection}
            onSelect={toggle}
            onSelection={setSelection}
            onReach={readAhead}
            isBusy={isPlaceholderData}
          />
          <ListEnd list={list} count={count} />
        </>
      )}
      {SelectionBar && (
        <SelectionBar
          selection={selection}
          onChange={setSelection}
          onAsking={setAsking}
          plants={plants}
          search={search}
          total={total}
        />
      )}
    </>
  );
}

/** Without own plants whose answer is still to come: the queue shows them. */
function withoutSent(plants: readonly StoredPlant[], { entries, sending }: QueueState) {
  if (sending.size === 0) return plants;
  const sent = new Map(entries.filter(({ key }) => sending.has(key)).map(({ plant }) => [plant.id, plant]));
  const isSent = (plant: StoredPlant) => {
    const own = sent.get(plant.id);
    return own !== undefined && isSame(own, plant);
  };
  return plants.some(isSent) ? plants.filter((plant) => !isSent(plant)) : plants;
}

type TallyProps = { total: number | undefined; search: PlantSearch; isBusy: boolean };

/** The number of matching plants, for screen readers. Without a search it is visible only in the search field. */
function Tally({ total, search, isBusy }: TallyProps) {
  const isFound = isFiltered(search);
  const isShown = isFound && total !== 0;
  return (
    <p
      role="status"
      className={isShown ? styles.tally : hidden.visuallyHidden}
      data-busy={isBusy || undefined}
    >
      {total !== undefined && (isFound ? texts.found(total) : total > 0 && plantsText(total))}
    </p>
  );
}

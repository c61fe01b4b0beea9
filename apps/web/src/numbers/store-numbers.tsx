'use client';

import { Collapsible } from '@base-ui/react/collapsible';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useAlive } from '../page/alive.ts';
import { Chevron } from '../page/chevron.tsx';
import type { PlantSearch } from '../search/plant-search.ts';
import { browserClient } from '../store/browser-client.ts';
import { setNumbersOpen, useNumbersOpen } from './numbers-open.ts';
import styles from './store-numbers.module.css';
import { TagBars } from './tag-bars.tsx';
import { WeekColumns } from './week-columns.tsx';

type StoreNumbersProps = {
  search: PlantSearch;
  onChange: (part: Partial<PlantSearch>) => void;
};

/** The store in numbers, by tag and by week; each narrows the list. It opens when asked, and stays as it was left. */
export function StoreNumbers({ search, onChange }: StoreNumbersProps) {
  const isAlive = useAlive();
  const isOpen = useNumbersOpen();
  const { data, isError, refetch } = useQuery({ ...statistics, enabled: isAlive && isOpen });
  return (
    <Collapsible.Root className={styles.numbers} open={isAlive && isOpen} onOpenChange={setNumbersOpen}>
      <Collapsible.Trigger className={styles.trigger}>
        <Chevron /> In numbers
      </Collapsible.Trigger>
      <Collapsible.Panel className={styles.panel}>
        {!data && !isError && <p className={styles.note}>Counting…</p>}
        {isError && !data && (
          <p className={styles.note}>
            The numbers could not be loaded.{' '}
            <button type="button" className={styles.again} onClick={() => refetch()}>
              Try again
            </button>
          </p>
        )}
        {data && (
          <div className={styles.charts}>
            <TagBars statistics={data} tag={search.tag} onChange={(tag) => onChange({ tag })} />
            <WeekColumns counts={data.byWeek} week={search.week} onChange={(week) => onChange({ week })} />
          </div>
        )}
      </Collapsible.Panel>
    </Collapsible.Root>
  );
}

const statistics = queryOptions({
  queryKey: ['statistics'],
  queryFn: ({ signal }) => browserClient.statistics.get.query({}, { signal }),
});

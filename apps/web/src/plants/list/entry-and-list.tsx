'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { Outcome } from '../../api/attempt.ts';
import { QueryFailure } from '../../lists/list-failure.tsx';
import { useMay } from '../../session/session-context.ts';
import { useShownOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { PlantForm, type PlantFormProps } from '../form/plant-form.tsx';
import { ListOnPaper, PaperTools } from '../paper/paper-tools.tsx';
import { nothingWithheld, type PageOfPlants, plantPages, withheldPlants } from '../queries/list-queries.ts';
import { QueueNotice } from '../queue-ui/queue-notice.tsx';
import { MayNotAdd, MayNotList } from '../rights/no-permission.tsx';
import { plantCount } from '../search/count-queries.ts';
import { addressOf, allPlants, isFiltered, searchIn } from '../search/plant-search.ts';
import { SearchBar } from '../search/search-bar.tsx';
import { usePlantSearch } from '../search/use-plant-search.ts';
import styles from './entry-and-list.module.css';
import { FoundPlants } from './found-plants.tsx';
import listStyles from './plant-list.module.css';
import { texts } from './texts.ts';

type EntryAndListProps = PlantFormProps & Omit<PlantListProps, 'entry'>;

export function EntryAndList({ searched, read, ...form }: EntryAndListProps) {
  useEffect(() => {
    // The form has the typed values now. A reload must not enter them again.
    const address = addressOf(searchIn(new URLSearchParams(location.search)));
    if (location.pathname + location.search !== address) history.replaceState(null, '', address);
  }, []);
  const may = useMay();
  const entry = may('plants:write') ? <PlantForm {...form} /> : <MayNotAdd />;
  return (
    <div className={styles.whole}>
      {may('plants:read') ? (
        <PlantList searched={searched} read={read} entry={entry} />
      ) : (
        <>
          {entry}
          <QueueNotice />
          <MayNotList />
        </>
      )}
    </div>
  );
}

const loadRenameTag = () => import('../selection/rename-tag.tsx');

type PlantListProps = {
  /** The address of the list that the server has read. */
  searched: string;
  read: Outcome<PageOfPlants>;
  entry: ReactNode;
};

function PlantList({ searched, read, entry }: PlantListProps) {
  const { search, address, change } = usePlantSearch();
  const served = searched === address ? read.value : undefined;
  const list = useInfiniteQuery(plantPages(search, served));
  const shown = useRef({ search, address });
  if (list.data && !list.isPlaceholderData) shown.current = { search, address };
  const { data: withheld = nothingWithheld } = useQuery(withheldPlants(shown.current.search));
  const plants = useMemo(() => {
    const rows = list.data?.pages.flatMap(({ items }) => items);
    return withheld.ids.size === 0 ? rows : rows?.filter(({ id }) => !withheld.ids.has(id));
  }, [list.data, withheld]);
  const { data: counted } = useQuery(plantCount(search));
  const { data: all } = useQuery(plantCount(allPlants));
  const isCounted = list.hasNextPage && counted !== undefined;
  const total = isCounted ? counted - withheld.ids.size : list.hasNextPage ? undefined : plants?.length;
  const isFailed = Boolean(list.error ?? read.failure);
  const isEmptyStore = plants?.length === 0 && !isFiltered(search);
  const RenameTag = useShownOnDemand(loadRenameTag, useMay()('plants:write') && Boolean(search.tag));
  /** The address has the tag that is shown now. */
  const follow = (from: string, to: string) =>
    new URLSearchParams(location.search).get('tag') === from && change({ tag: to });
  return (
    <div data-list>
      {!isEmptyStore && <ListOnPaper />}
      {!isEmptyStore && (
        <div className={listStyles.tools}>
          <SearchBar search={search} onChange={change} total={isFiltered(search) ? all : (total ?? all)}>
            {RenameTag && search.tag && <RenameTag tag={search.tag} onRenamed={follow} />}
          </SearchBar>
          <PaperTools search={search} />
        </div>
      )}
      {entry}
      <QueueNotice />
      {plants && (
        <FoundPlants
          list={list}
          plants={plants}
          total={total}
          withheld={withheld}
          shown={shown.current}
          onChange={change}
        />
      )}
      {!plants && isFailed && !list.isFetching && (
        <QueryFailure what={texts.what} failure={read.failure} query={list} />
      )}
      {!plants && (!isFailed || list.isFetching) && <p className={listStyles.loading}>{texts.loading}</p>}
    </div>
  );
}

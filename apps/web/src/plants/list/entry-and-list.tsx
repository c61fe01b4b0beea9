'use client';

import type { Failure } from '@plant-store/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { failureIn } from '../../api/attempt.ts';
import { ListFailure } from '../../lists/list-failure.tsx';
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

export function EntryAndList({ typed, added, freeIds, searched, first, failure }: EntryAndListProps) {
  useEffect(() => {
    // The form has the typed values now. A reload must not enter them again.
    const address = addressOf(searchIn(new URLSearchParams(location.search)));
    if (location.pathname + location.search !== address) history.replaceState(null, '', address);
  }, []);
  const may = useMay();
  const entry = may('plants:write') ? (
    <PlantForm typed={typed} added={added} freeIds={freeIds} />
  ) : (
    <MayNotAdd />
  );
  return (
    <div className={styles.whole}>
      {may('plants:read') ? (
        <PlantList searched={searched} first={first} failure={failure} entry={entry} />
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
  /** The first page of that list; `undefined` if the server could not read it. `failure` has the reason. */
  first: PageOfPlants | undefined;
  failure: Failure | undefined;
  entry: ReactNode;
};

function PlantList({ searched, first, failure, entry }: PlantListProps) {
  const { search, address, change } = usePlantSearch();
  const served = searched === address ? first : undefined;
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
  const problem = list.error ? failureIn(list.error) : failure;
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
      {!plants && problem && !list.isFetching && (
        <ListFailure what={texts.what} failure={problem} retry={list.refetch} isRetrying={list.isFetching} />
      )}
      {!plants && (!problem || list.isFetching) && <p className={listStyles.loading}>{texts.loading}</p>}
    </div>
  );
}

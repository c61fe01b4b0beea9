import { isFiltered, type PlantSearch } from '../search/plant-search.ts';
import styles from './plant-list.module.css';
import { texts } from './texts.tsx';

type TallyProps = {
  /** How many plants were found; `undefined` while that is not known. */
  total: number | undefined;
  search: PlantSearch;
  isBusy: boolean;
};

/** How many plants were found. The number of all plants stands in the search field; screen readers hear both. */
export const Tally = ({ total, search, isBusy }: TallyProps) => (
  <p
    role="status"
    className={total !== 0 && isFiltered(search) ? styles.tally : styles.unseen}
    data-busy={isBusy || undefined}
  >
    {total !== undefined && total > 0 && (isFiltered(search) ? texts.list.found : texts.list.count)(total)}
    {total === 0 && isFiltered(search) && texts.list.noneFound}
  </p>
);

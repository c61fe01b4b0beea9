import { plantsText } from '../page/count-text.ts';
import unseen from '../page/unseen.module.css';
import { isFiltered, type PlantSearch } from '../search/plant-search.ts';
import styles from './plant-list.module.css';
import { texts } from './texts.tsx';

type TallyProps = {
  /** How many plants were found; `undefined` while that is not known. */
  total: number | undefined;
  search: PlantSearch;
  isBusy: boolean;
};

/**
 * How many plants were found; screen readers hear each new number. Without a search the number stands in the search field
 * for those who look.
 */
export function Tally({ total, search, isBusy }: TallyProps) {
  const isFound = isFiltered(search);
  const isShown = isFound && total !== 0;
  return (
    <p role="status" className={isShown ? styles.tally : unseen.unseen} data-busy={isBusy || undefined}>
      {total !== undefined && (total > 0 || isFound) && tallyText(total, isFound)}
    </p>
  );
}

function tallyText(total: number, isFound: boolean): string {
  if (total === 0) return texts.list.noneFound;
  return isFound ? texts.list.found(total) : plantsText(total);
}

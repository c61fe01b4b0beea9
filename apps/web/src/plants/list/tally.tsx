import hidden from '../../ui/text/visually-hidden.module.css';
import { plantsText } from '../plants-text.ts';
import { isFiltered, type PlantSearch } from '../search/plant-search.ts';
import styles from './plant-list.module.css';
import { texts } from './texts.ts';

type TallyProps = {
  total: number | undefined;
  search: PlantSearch;
  isBusy: boolean;
};

/** The number of matching plants, for screen readers. Without a search it is visible only in the search field. */
export function Tally({ total, search, isBusy }: TallyProps) {
  const isFound = isFiltered(search);
  const isShown = isFound && total !== 0;
  return (
    <p
      role="status"
      className={isShown ? styles.tally : hidden.visuallyHidden}
      data-busy={isBusy || undefined}
    >
      {total !== undefined && (total > 0 || isFound) && tallyText(total, isFound)}
    </p>
  );
}

function tallyText(total: number, isFound: boolean): string {
  if (total === 0) return texts.noneFound;
  return isFound ? texts.found(total) : plantsText(total);
}

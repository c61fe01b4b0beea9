import { plantsText } from '../page/count-text.ts';
import { isFiltered, type PlantSearch } from '../search/plant-search.ts';
import styles from './plant-list.module.css';

type TallyProps = {
  /** How many plants were found; `undefined` while that is not known. */
  total: number | undefined;
  search: PlantSearch;
  isBusy: boolean;
};

/** How many plants were found; whoever listens is told when there is another number. */
export const Tally = ({ total, search, isBusy }: TallyProps) => (
  <p role="status" className={styles.tally} data-busy={isBusy || undefined}>
    {total !== undefined && total > 0 && tallyText(total, isFiltered(search))}
    {total === 0 && isFiltered(search) && <span className={styles.unseen}>No plant is found.</span>}
  </p>
);

function tallyText(total: number, isFound: boolean): string {
  const plants = plantsText(total);
  return isFound ? `${plants} found` : plants;
}

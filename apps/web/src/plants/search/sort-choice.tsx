import type { PlantSort } from '@plant-store/schema';
import { Chevron } from '../../ui/buttons/chevron.tsx';
import choice from '../../ui/fields/choice.module.css';
import styles from './sort-choice.module.css';
import { texts } from './texts.ts';

const names: Record<PlantSort, string> = texts.sort;

export const SortChoice = ({ sort, onChange }: { sort: PlantSort; onChange: (sort: PlantSort) => void }) => (
  <span className={styles.place}>
    <select
      name="sort"
      className={`${choice.trigger} ${styles.select}`}
      aria-label={texts.sortLabel}
      value={sort}
      onChange={({ target }) => onChange(target.value as PlantSort)}
    >
      {Object.entries(names).map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
    <Chevron />
  </span>
);

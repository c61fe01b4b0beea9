import { useHydrated } from '../../ui/use-hydrated.ts';
import styles from './select-all.module.css';
import { countOf, nothing, type Selection } from './selection.ts';
import { texts } from './texts.ts';

type SelectAllProps = {
  selection: Selection;
  total: number | undefined;
  onChange: (selection: Selection) => void;
};

/** The checkbox that selects all matching plants, or none. A mixed state means that some are selected. */
export function SelectAll({ selection, total, onChange }: SelectAllProps) {
  const isHydrated = useHydrated();
  const count = countOf(selection);
  const isAll = selection.kind === 'all' || (count > 0 && count === total);
  // Without JavaScript there are no bulk actions, so no checkbox is shown.
  if (!isHydrated) return null;
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={texts.selectAll}
      checked={isAll}
      // HTML has no attribute for the mixed state: only a script can set it.
      ref={(box) => {
        if (box) box.indeterminate = !isAll && count > 0;
      }}
      disabled={total === undefined}
      onChange={({ target }) => onChange(target.checked ? { kind: 'all', count: total ?? 0 } : nothing)}
    />
  );
}

import { Checkbox } from '@base-ui/react/checkbox';
import { useAlive } from '../page/alive.ts';
import styles from './select-all.module.css';
import { countOf, nothing, type Selection } from './selection.ts';
import { texts } from './texts.ts';

type SelectAllProps = {
  selection: Selection;
  total: number | undefined;
  onChange: (selection: Selection) => void;
};

/** Selects all plants found, or none. A mixed state shows that some are selected. */
export function SelectAll({ selection, total, onChange }: SelectAllProps) {
  const isAlive = useAlive();
  const count = countOf(selection);
  const isAll = selection.kind === 'all' || (count > 0 && count === total);
  // Its markup has styles, which the page's policy allows to scripts alone.
  if (!isAlive) return null;
  return (
    <Checkbox.Root
      className={styles.box}
      aria-label={texts.selectAll}
      checked={isAll}
      indeterminate={!isAll && count > 0}
      disabled={total === undefined}
      onCheckedChange={(isOn) => onChange(isOn ? { kind: 'all', count: total ?? 0 } : nothing)}
    >
      <Checkbox.Indicator
        className={styles.mark}
        render={(props, { indeterminate }) => (
          <span {...props}>
            <svg viewBox="0 0 12 12" aria-hidden="true" focusable="false">
              <path d={indeterminate ? 'M2.5 6h7' : 'm2 6.5 2.7 2.5 5.3-6'} />
            </svg>
          </span>
        )}
      />
    </Checkbox.Root>
  );
}

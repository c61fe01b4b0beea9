'use client';

import { Button } from '@base-ui/react/button';
import { isAllowed, type Scope, type StoredPlant } from '@plant-store/schema';
import { useState } from 'react';
import buttons from '../page/button.module.css';
import { numberText, plantsText } from '../page/count-text.ts';
import { useRaisedToasts } from '../page/raised-toasts.ts';
import type { PlantSearch } from '../search/plant-search.ts';
import { removeAll, setTag } from './bulk-requests.ts';
import { ExportButton } from './export-button.tsx';
import { countOf, nothing, type Selection } from './selection.ts';
import styles from './selection-bar.module.css';
import { TagDialog } from './tag-dialog.tsx';
import { useBulk } from './use-bulk.ts';

type SelectionBarProps = {
  selection: Selection;
  onChange: (selection: Selection) => void;
  plants: readonly StoredPlant[];
  search: PlantSearch;
  /** How many plants are found. */
  total: number | undefined;
  scopes: Scope[] | undefined;
};

/** How many plants are selected, and what can be done with them; it stays at the foot of the screen. */
export function SelectionBar({ selection, onChange, plants, search, total, scopes }: SelectionBarProps) {
  const [isTagging, setTagging] = useState(false);
  const may = (scope: Scope) => scopes === undefined || isAllowed(scopes, scope);
  const count = countOf(selection, total) ?? 0;
  const target = { selection, search, count };
  const clear = () => onChange(nothing);
  const { run, isBusy } = useBulk(search, clear);
  useRaisedToasts();
  const tagAll = async (tag: string) => {
    setTagging(false);
    const text = (changed: number) =>
      tag === '' ? `${plantsText(changed)} have no tag now.` : `${plantsText(changed)} now tagged “${tag}”.`;
    await run((key) => setTag(target, tag, key), text);
  };
  const deleteAll = async () => {
    const text = (changed: number) => `Deleted ${plantsText(changed)}. They stay in the trash for 30 days.`;
    await run((key) => removeAll(target, key), text);
  };
  return (
    <section className={styles.bar} aria-label="Selection">
      <p role="status" className={styles.count}>
        {isBusy ? 'Working…' : `${numberText(count)} selected`}
      </p>
      {selection.kind === 'some' && total !== undefined && total > count && (
        <Button className={buttons.bare} onClick={() => onChange({ kind: 'all' })}>
          Select all {numberText(total)}
        </Button>
      )}
      <div className={styles.actions}>
        {may('plants:write') && (
          <Button
            className={buttons.quiet}
            disabled={isBusy}
            focusableWhenDisabled
            onClick={() => setTagging(true)}
          >
            Edit tag
          </Button>
        )}
        {may('plants:delete') && (
          <Button className={buttons.quiet} disabled={isBusy} focusableWhenDisabled onClick={deleteAll}>
            Delete
          </Button>
        )}
        <ExportButton selection={selection} plants={plants} search={search} />
        <Button className={buttons.bare} onClick={clear}>
          Clear
        </Button>
      </div>
      <TagDialog
        isOpen={isTagging}
        what={plantsText(count)}
        onClose={() => setTagging(false)}
        onTag={tagAll}
      />
    </section>
  );
}

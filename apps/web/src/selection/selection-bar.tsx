'use client';

import { Button } from '@base-ui/react/button';
import type { StoredPlant } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Key } from '../keyboard/key.tsx';
import { useSingleKey, useSingleKeysOn } from '../keyboard/single-keys.ts';
import buttons from '../page/button.module.css';
import { numberText, plantsText } from '../page/count-text.ts';
import { ExportButton } from '../page/export-button.tsx';
import { isolated } from '../page/isolated.ts';
import { useLedFocus } from '../page/led-focus.ts';
import { useRaisedToasts } from '../page/raised-toasts.ts';
import { showRemoved, showTagged } from '../plants/list-changes.ts';
import type { PlantSearch } from '../search/plant-search.ts';
import { useMay } from '../session/may.tsx';
import { removeAll, setTag } from './bulk-requests.ts';
import { selectedCsv } from './export-plants.ts';
import { countOf, nothing, type Selection } from './selection.ts';
import styles from './selection-bar.module.css';
import { TagDialog } from './tag-dialog.tsx';
import { useBulk } from './use-bulk.ts';
import { useEscape } from './use-escape.ts';

type SelectionBarProps = {
  selection: Selection;
  onChange: (selection: Selection) => void;
  plants: readonly StoredPlant[];
  search: PlantSearch;
  /** How many plants are found. */
  total: number | undefined;
};

/** How many plants are selected, and what can be done with them; it stays at the foot of the screen. */
export function SelectionBar({ selection, onChange, plants, search, total }: SelectionBarProps) {
  const [isTagging, setTagging] = useState(false);
  const may = useMay();
  const count = countOf(selection);
  const ids = selection.kind === 'some' ? [...selection.plants.keys()] : undefined;
  const clear = () => onChange(nothing);
  const queries = useQueryClient();
  const { run, isBusy } = useBulk(clear);
  useRaisedToasts();
  useLedFocus();
  const actions = useRef<HTMLDivElement>(null);
  useSingleKey('a', () => actions.current?.querySelector('button')?.focus());
  const hasKeys = useSingleKeysOn();
  useEscape(clear);
  const tagAll = (tag: string) => {
    setTagging(false);
    return run({
      act: (key) => setTag({ selection, search }, tag, key),
      text: (changed) =>
        tag === ''
          ? `${plantsText(changed)} ${changed === 1 ? 'has' : 'have'} no tag now.`
          : `${plantsText(changed)} now tagged “${isolated(tag)}”.`,
      show: ids && (() => showTagged(queries, new Set(ids), tag)),
    });
  };
  const deleteAll = () =>
    run({
      act: (key) => removeAll({ selection, search }, key),
      text: (changed) =>
        `Deleted ${plantsText(changed)}. ${changed === 1 ? 'It stays' : 'They stay'} in the trash for 30 days.`,
      show: ids && (() => showRemoved(queries, ids)),
    });
  return (
    <section className={styles.bar} aria-label="Selection" data-selection-bar>
      <p role="status" className={styles.count}>
        {isBusy ? 'Working…' : `${numberText(count)} selected`}
      </p>
      {hasKeys && <Key>a</Key>}
      {selection.kind === 'some' && total !== undefined && total > count && (
        <Button className={buttons.bare} onClick={() => onChange({ kind: 'all', count: total })}>
          Select all {numberText(total)}
        </Button>
      )}
      <div ref={actions} className={styles.actions}>
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
        <ExportButton name="plants" read={(watching) => selectedCsv({ selection, plants, search }, watching)}>
          Export
        </ExportButton>
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

'use client';

import type { StoredPlant } from '@plant-store/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ExportButton } from '../../lists/export-button.tsx';
import { useMay } from '../../session/may.tsx';
import buttons from '../../ui/buttons/button.module.css';
import { Button } from '../../ui/buttons/button.tsx';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { Key } from '../../ui/keyboard/key.tsx';
import { useLedFocus } from '../../ui/keyboard/led-focus.ts';
import { useSingleKey, useSingleKeysOn } from '../../ui/keyboard/single-keys.ts';
import { useEscape } from '../../ui/keyboard/use-escape.ts';
import { plantsText } from '../plants-text.ts';
import { rememberDeletion } from '../queries/last-deletion.ts';
import { showRemoved, showTagged } from '../queries/list-changes.ts';
import type { PlantSearch } from '../search/plant-search.ts';
import { removeAll, setTag } from './bulk-requests.ts';
import { selectedCsv } from './export-plants.ts';
import { countOf, nothing, type Selection } from './selection.ts';
import styles from './selection-bar.module.css';
import { texts } from './texts.ts';
import { useBulk } from './use-bulk.ts';

const loadTagDialog = () => import('./tag-dialog.tsx');
const loadDeleteDialog = () => import('./delete-dialog.tsx');

/** Deleting more plants than this asks first. */
const unaskedMax = 100;

type SelectionBarProps = {
  selection: Selection;
  onChange: (selection: Selection) => void;
  plants: readonly StoredPlant[];
  search: PlantSearch;
  /** The number of plants found. */
  total: number | undefined;
};

/** The number of selected plants and the bulk actions, at the foot of the screen. */
export function SelectionBar({ selection, onChange, plants, search, total }: SelectionBarProps) {
  const [isTagging, setTagging] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { Part: TagDialog, want: wantTagDialog } = useOnDemand(loadTagDialog);
  const { Part: DeleteDialog, want: wantDeleteDialog } = useOnDemand(loadDeleteDialog);
  const may = useMay();
  const count = countOf(selection);
  const ids = selection.kind === 'some' ? [...selection.plants.keys()] : undefined;
  const clear = () => onChange(nothing);
  const queries = useQueryClient();
  const { run, isBusy } = useBulk(clear);
  useLedFocus();
  const actions = useRef<HTMLDivElement>(null);
  useSingleKey(texts.key, () => actions.current?.querySelector('button')?.focus());
  const hasKeys = useSingleKeysOn();
  useEscape(clear);
  const tagAll = (tag: string) => {
    setTagging(false);
    return run({
      act: (key) => setTag({ selection, search }, tag, key),
      text: (changed) => (tag === '' ? texts.untagged(changed) : texts.tagged(changed, tag)),
      show: ids && (() => showTagged(queries, new Set(ids), tag)),
    });
  };
  const deleteAll = () =>
    run({
      act: (key) => removeAll({ selection, search }, key),
      text: texts.deleted,
      onDone: (deleted) => rememberDeletion(queries, deleted),
      show: ids && (() => showRemoved(queries, ids)),
    });
  const askOrDelete = () =>
    void (count > unaskedMax ? wantDeleteDialog(() => setDeleting(true)) : deleteAll());
  return (
    <section className={styles.bar} aria-label={texts.region} data-selection-bar>
      <p role="status" className={styles.count}>
        {isBusy ? texts.working : texts.selected(count)}
      </p>
      {hasKeys && <Key>{texts.key}</Key>}
      {selection.kind === 'some' && total !== undefined && total > count && (
        <Button className={buttons.bare} onClick={() => onChange({ kind: 'all', count: total })}>
          {texts.selectAllOf(total)}
        </Button>
      )}
      <div ref={actions} className={styles.actions}>
        {may('plants:write') && (
          <Button
            className={buttons.quiet}
            disabled={isBusy}
            focusableWhenDisabled
            onClick={() => wantTagDialog(() => setTagging(true))}
          >
            {texts.editTag}
          </Button>
        )}
        <ExportButton name="plants" read={(watching) => selectedCsv({ selection, plants, search }, watching)}>
          {texts.export}
        </ExportButton>
        <Button className={buttons.bare} onClick={clear}>
          {texts.clear}
        </Button>
        {may('plants:delete') && (
          <Button
            className={`${buttons.danger} ${styles.apart}`}
            disabled={isBusy}
            focusableWhenDisabled
            onClick={askOrDelete}
          >
            {texts.delete}
          </Button>
        )}
      </div>
      {TagDialog && (
        <TagDialog
          isOpen={isTagging}
          what={plantsText(count)}
          onClose={() => setTagging(false)}
          onTag={tagAll}
        />
      )}
      {isDeleting && DeleteDialog && (
        <DeleteDialog count={count} onClose={() => setDeleting(false)} onDelete={() => void deleteAll()} />
      )}
    </section>
  );
}

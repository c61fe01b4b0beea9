import { plantWriter } from '@plant-store/plant-files';
import type { StoredPlant } from '@plant-store/schema';
import { useEffect, useEffectEvent, useRef } from 'react';
import { csvType, exportedCsv, type Watching } from '../../api/exported-csv.ts';
import { ExportButton } from '../../lists/export-button.tsx';
import { useMay } from '../../session/session-context.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { Key } from '../../ui/keyboard/key.tsx';
import { useRestoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { useSingleKey } from '../../ui/keyboard/single-keys.ts';
import { listen } from '../../ui/listen.ts';
import { CopyButton } from '../paper/copy-button.tsx';
import { labelsAddress } from '../search/paper-address.ts';
import { filterOf } from '../search/plant-search.ts';
import { toolTexts } from '../tool-texts.ts';
import { DeleteSelected, EditTag } from './bulk-actions.tsx';
import type { Target } from './bulk-requests.ts';
import { texts } from './bulk-texts.ts';
import { countOf, idsOf, inListOrder, nothing, type Selection } from './selection.ts';
import styles from './selection-bar.module.css';
import { useBulk } from './use-bulk.ts';

type SelectionBarProps = Target & {
  onChange: (selection: Selection) => void;
  /** Told when a dialog begins to ask about the selection, and when it is left. */
  onAsking: (isAsking: boolean) => void;
  plants: readonly StoredPlant[];
  total: number | undefined;
};

export default function SelectionBar({
  selection,
  search,
  onChange,
  onAsking,
  plants,
  total,
}: SelectionBarProps) {
  const may = useMay();
  const count = countOf(selection);
  const clear = () => onChange(nothing);
  const bulk = useBulk(clear, onAsking);
  const target = { selection, search };
  useRestoreFocus();
  const actions = useRef<HTMLDivElement>(null);
  const key = useSingleKey(texts.key, () => actions.current?.querySelector('button')?.focus());
  useEscape(clear);
  return (
    <section className={styles.bar} aria-label={texts.region} data-selection-bar>
      <p role="status" className={styles.count}>
        {bulk.isBusy ? texts.working : texts.selected(count)}
      </p>
      {key && <Key>{key}</Key>}
      {selection.kind === 'some' && total !== undefined && total > count && (
        <Button look="bare" onClick={() => onChange({ kind: 'all', count: total })}>
          {texts.selectAllOf(total)}
        </Button>
      )}
      <Button look="bare" onClick={clear}>
        {texts.clear}
      </Button>
      <div ref={actions} className={styles.actions}>
        {may('plants:write') && <EditTag target={target} bulk={bulk} />}
        <ExportButton name="plants" read={(watching) => selectedCsv(target, plants, watching)}>
          {texts.export}
        </ExportButton>
        <CopyButton read={(watching) => selectedPlants(target, plants, watching)} />
        <ButtonLink href={labelsAddress(idsOf(selection), search)}>{toolTexts.labels}</ButtonLink>
        {may('plants:delete') && <DeleteSelected target={target} bulk={bulk} />}
      </div>
    </section>
  );
}

/** The selected plants in the CSV format of Import; of all plants, the store makes it. @throws as `exportedCsv` does */
async function selectedCsv(
  { selection, search }: Target,
  plants: readonly StoredPlant[],
  watching: Watching,
): Promise<Blob> {
  if (selection.kind === 'all')
    return exportedCsv(
      `/plants?${new URLSearchParams({ ...filterOf(search), sort: search.sort })}`,
      watching,
    );
  const writer = plantWriter('csv');
  return new Blob([writer.head, writer.lines(inListOrder(selection.plants, plants))], { type: csvType });
}

async function selectedPlants(
  { selection, search }: Target,
  plants: readonly StoredPlant[],
  watching: Watching,
) {
  if (selection.kind === 'some') return inListOrder(selection.plants, plants);
  const { foundPlants } = await import('../paper/paper-source.ts');
  return foundPlants(search, watching);
}

/** Calls `act` after Escape in the list or its action bar, unless Escape closes something there. */
function useEscape(act: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    if (event.target instanceof Element && event.target.closest('[data-list] table, [data-selection-bar]'))
      act();
  });
  useEffect(() => listen(document, ['keydown'], onKeyDown), []);
}

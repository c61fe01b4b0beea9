'use client';

import { Button } from '@base-ui/react/button';
import type { StoredPlant } from '@plant-store/schema';
import { useRef, useState } from 'react';
import buttons from '../page/button.module.css';
import { numberText } from '../page/count-text.ts';
import { useSay } from '../page/toasts.tsx';
import type { PlantSearch } from '../search/plant-search.ts';
import { noAnswer } from '../store/attempt.ts';
import { reason } from '../store/reason.ts';
import { csvOf, ExportFailure, foundCsv, saveFile } from './export-plants.ts';
import { inListOrder, type Selection } from './selection.ts';

type ExportButtonProps = { selection: Selection; plants: readonly StoredPlant[]; search: PlantSearch };

/** Saves what is selected as a CSV file, which can be imported again as it is; while it is read, it stops that. */
export function ExportButton({ selection, plants, search }: ExportButtonProps) {
  const [count, setCount] = useState<number>();
  const running = useRef<AbortController>(undefined);
  const say = useSay();
  const act = async () => {
    if (running.current) return running.current.abort();
    const controller = new AbortController();
    running.current = controller;
    setCount(0);
    try {
      const file =
        selection.kind === 'all'
          ? await foundCsv(search, { onRows: setCount, signal: controller.signal })
          : csvOf(inListOrder(selection.plants, plants));
      saveFile(file, `plants-${new Date().toISOString().slice(0, 10)}.csv`);
    } catch (thrown) {
      const failure = thrown instanceof ExportFailure ? thrown.failure : noAnswer;
      if (!controller.signal.aborted) say.problem(`Not exported. ${reason(failure)}`);
    }
    running.current = undefined;
    setCount(undefined);
  };
  return (
    <Button className={buttons.quiet} onClick={act}>
      {count === undefined ? 'Export' : `Stop export (${numberText(count)})`}
    </Button>
  );
}

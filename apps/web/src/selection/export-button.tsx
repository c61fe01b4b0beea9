'use client';

import { Button } from '@base-ui/react/button';
import type { StoredPlant } from '@plant-store/schema';
import { useRef, useState } from 'react';
import buttons from '../page/button.module.css';
import { useSay } from '../page/toasts.tsx';
import type { PlantSearch } from '../search/plant-search.ts';
import { failureIn, noAnswer } from '../store/attempt.ts';
import { sentence } from '../store/sentence.ts';
import { csvOf, foundPlants, saveFile } from './export-plants.ts';
import type { Selection } from './selection.ts';

type ExportButtonProps = { selection: Selection; plants: readonly StoredPlant[]; search: PlantSearch };

const number = new Intl.NumberFormat('en');

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
      const chosen = selection.kind === 'all' ? undefined : plants.filter(({ id }) => selection.ids.has(id));
      const file = await csvOf(chosen ? [chosen] : foundPlants(search, controller.signal), setCount);
      saveFile(file, `plants-${new Date().toISOString().slice(0, 10)}.csv`);
    } catch (thrown) {
      const failure = failureIn(thrown);
      if (!controller.signal.aborted)
        say.problem(
          `Not exported. ${failure === noAnswer ? 'The store did not answer; try again in a moment.' : sentence(failure.message)}`,
        );
    }
    running.current = undefined;
    setCount(undefined);
  };
  return (
    <Button className={buttons.quiet} onClick={act}>
      {count === undefined ? 'Export' : `Stop export (${number.format(count)})`}
    </Button>
  );
}

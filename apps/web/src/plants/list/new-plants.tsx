import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../ui/buttons/button.tsx';
import { KeyHint } from '../../ui/keyboard/key.tsx';
import { useSingleKey } from '../../ui/keyboard/single-keys.ts';
import { showWithheld } from '../queries/list-changes.ts';
import type { Withheld } from '../queries/list-queries.ts';
import { isWaiting } from '../queue/queued-plant.ts';
import { useQueue } from '../queue-ui/queue-provider.tsx';
import type { PlantSearch } from '../search/plant-search.ts';
import styles from './new-plants.module.css';
import { texts } from './texts.ts';

/** New rows above the first visible one would move the list, so a click or the key shows them. */
export function NewPlants({ search, withheld }: { search: PlantSearch; withheld: Withheld }) {
  const { entries } = useQueue().state;
  const own = new Set(entries.filter(isWaiting).map(({ plant }) => plant.id));
  const count = [...withheld.ids].filter((id) => !own.has(id)).length;
  return (
    <div role="status" className={styles.place}>
      {count > 0 && <ShowNew search={search} text={texts.showNew(count, withheld.anew !== undefined)} />}
    </div>
  );
}

function ShowNew({ search, text }: { search: PlantSearch; text: string }) {
  const queries = useQueryClient();
  const show = () => {
    const place = showWithheld(queries, search);
    const row = document.querySelector<HTMLElement>('main [data-list] tr[data-plant]');
    // After the rows are in the page. In another order than the newest first, they stand at any place.
    setTimeout(() => window.scrollTo({ top: place * (row?.offsetHeight ?? 0) }));
  };
  const key = useSingleKey(texts.showNewKey, show);
  return (
    <Button className={styles.button} onClick={show} aria-keyshortcuts={key} data-keyed>
      {text}
      {key && <KeyHint of={key} />}
    </Button>
  );
}

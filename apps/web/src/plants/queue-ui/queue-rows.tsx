import { useEffect, useState } from 'react';
import table from '../plant-table.module.css';
import { isWaiting, type QueuedPlant } from '../queue/queued-plant.ts';
import { useQueue } from './queue-provider.tsx';
import { QueueRow } from './queue-row.tsx';
import styles from './queue-rows.module.css';
import { texts } from './texts.ts';

/** The delay before a waiting plant gets a row. Most plants are saved sooner. */
const rowDelayMs = 150;
/** The maximum number of rows of the queue. More rows would push the list off the screen. */
const rowsMax = 20;

export function QueueRows() {
  const { state } = useQueue();
  const late = useLate(state.entries);
  const shown = state.entries.filter((entry) => !isWaiting(entry) || state.pause || late.has(entry.key));
  if (shown.length === 0) return null;
  const rows = shown.slice(-rowsMax).reverse();
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see PlantTable
    <tbody role="rowgroup" className={table.body} aria-label={texts.rows}>
      {rows.map((entry) => (
        <QueueRow key={entry.key} entry={entry} isSending={state.sending.has(entry.key)} />
      ))}
      {shown.length > rowsMax && (
        <tr role="row" className={styles.more}>
          <td role="cell" colSpan={4}>
            {texts.more(shown.length - rowsMax)}
          </td>
        </tr>
      )}
    </tbody>
    // biome-ignore-end lint/a11y/noRedundantRoles: see PlantTable
  );
}

/** The keys of the entries that have been in the queue for `rowDelayMs`. */
function useLate(entries: readonly QueuedPlant[]): ReadonlySet<string> {
  const [late, setLate] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (entries.length === 0) return;
    const timer = setTimeout(() => setLate(new Set(entries.map(({ key }) => key))), rowDelayMs);
    return () => clearTimeout(timer);
  }, [entries]);
  return late;
}

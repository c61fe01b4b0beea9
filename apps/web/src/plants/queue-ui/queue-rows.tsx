import { useEffect, useState } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { useOnDemand } from '../../ui/dialogs/use-on-demand.ts';
import { restoreFocus } from '../../ui/keyboard/restore-focus.ts';
import { Bdi } from '../../ui/text/bdi.tsx';
import { attributeText } from '../../ui/text/isolated.ts';
import { Sentence } from '../../ui/text/sentence.tsx';
import { useToasts } from '../../ui/toasts/toasts.tsx';
import table from '../plant-table.module.css';
import { isKept } from '../queue/queue-state.ts';
import { isWaiting, nameOf, type QueuedPlant } from '../queue/queued-plant.ts';
import { TagChip } from '../tag-chip.tsx';
import { HolderLink } from './holder-link.tsx';
import { useQueue } from './queue-provider.tsx';
import styles from './queue-rows.module.css';
import { refusalText } from './refusal-text.ts';
import { texts } from './texts.ts';

/** The delay before a waiting plant gets a row. Most plants are saved sooner. */
const rowDelayMs = 150;
/** The maximum number of rows of the queue. More rows would push the list off the screen. */
const rowsMax = 20;
/** More refused rows can also be discarded together. */
const fewRefused = 3;

export function QueueRows() {
  const { state } = useQueue();
  const late = useLate(state.entries);
  const shown = state.entries.filter(
    (entry) => !isWaiting(entry) || (state.pause && isKept(state, entry)) || late.has(entry.key),
  );
  if (shown.length === 0) return null;
  const refused = shown.filter(({ refusal }) => refusal);
  const rows = shown.slice(-rowsMax).reverse();
  return (
    <tbody role="rowgroup" className={table.body} aria-label={texts.rows}>
      {rows.map((entry) => (
        <QueueRow key={entry.key} entry={entry} isSending={state.sending.has(entry.key)} />
      ))}
      {(shown.length > rowsMax || refused.length > fewRefused) && (
        <tr role="row" className={styles.more}>
          <td role="cell" colSpan={4}>
            {shown.length > rowsMax && texts.more(shown.length - rowsMax)}{' '}
            {refused.length > fewRefused && <Discard entries={refused} />}
          </td>
        </tr>
      )}
    </tbody>
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

const loadDialog = () => import('./repair-dialog.tsx');

function QueueRow({ entry, isSending }: { entry: QueuedPlant; isSending: boolean }) {
  const { Part: RepairDialog, isOpen, open, close } = useOnDemand(loadDialog);
  const { plant, refusal } = entry;
  const name = nameOf(entry);
  const state = refusal ? 'refused' : isSending ? 'saving' : 'waiting';
  const mayChange = !isWaiting(entry) || !entry.isTried;
  return (
    <tr role="row" className={`${table.row} ${styles.row}`} data-state={state}>
      <td role="cell" className={`${table.select} ${styles.sign}`} />
      <td role="cell" translate="no" className={table.id}>
        {String(plant.id)}
      </td>
      <td role="cell" className={`${table.name} ${styles.name}`}>
        <Bdi text={plant.name} />{' '}
        <span className={styles.state}>
          <Sentence text={refusal ? refusalText(entry) : isSending ? texts.saving : texts.waiting} />{' '}
          {refusal?.holder !== undefined && typeof plant.id === 'bigint' && <HolderLink id={plant.id} />}
        </span>
      </td>
      <td role="cell" className={`${table.tag} ${styles.tag}`}>
        {plant.tag !== undefined && <TagChip tag={plant.tag} />}
        {mayChange && !isSending && (
          <span className={styles.actions}>
            <Button
              aria-label={attributeText(refusal ? texts.correctPlant(name) : texts.editPlant(name))}
              onClick={open}
            >
              {refusal ? texts.correct : texts.edit}
            </Button>
            <Discard entries={[entry]} />
          </span>
        )}
        {isOpen && RepairDialog && <RepairDialog entry={entry} onClose={close} />}
      </td>
    </tr>
  );
}

function Discard({ entries }: { entries: readonly QueuedPlant[] }) {
  const { queue } = useQueue();
  const toasts = useToasts();
  const [first, ...rest] = entries;
  if (!first) return null;
  const name = nameOf(first);
  const isOne = rest.length === 0;
  const discard = async () => {
    const undo = await queue?.remove(entries);
    restoreFocus();
    // Otherwise the store had just saved it, as the message of the form says.
    if (undo) toasts.doneStep(isOne ? texts.discarded(name) : texts.discardedMany(entries.length), undo);
  };
  return (
    <Button
      look="danger"
      aria-label={isOne ? attributeText(texts.discardPlant(name)) : undefined}
      onClick={() => void discard()}
    >
      {isOne ? texts.discard : texts.discardMany(entries.length)}
    </Button>
  );
}

import type { Saved } from '../queue/plant-queue.ts';
import { nameOf, type QueuedPlant } from '../queue/queued-plant.ts';
import { refusalText } from './refusal-text.ts';
import { texts } from './texts.ts';

/** A message of the form. With `atField`, a field of the form shows the reason. */
export type Message = {
  kind: 'done' | 'problem' | 'atField';
  text: string;
  undo?: (() => void) | undefined;
  /** The id of a plant that was added. The list may not show that plant. */
  added?: bigint | undefined;
  /** The keys of the refused entries that the message is about. */
  refused?: ReadonlySet<string>;
  /** Pasted rows that Import can take. */
  rows?: string | undefined;
};

const done = (text: string): Message => ({ kind: 'done', text });
const problem = (text: string): Message => ({ kind: 'problem', text });

/** Messages of the form; each says the result and the next step. */
export const formMessages = {
  /** @param toCorrect the number of pasted rows that wait for a correction */
  saved(run: readonly Saved[], undo: (() => void) | undefined, toCorrect = 0): Message {
    const plants = run.flatMap((saved) => saved.plants);
    const [first, ...rest] = plants;
    const text =
      !first || rest.length > 0
        ? texts.form.addedMany(plants.length)
        : first.wasThereAlready
          ? texts.form.addedBefore(first.plant.name)
          : texts.form.added(first.plant.name, first.plant.id);
    const also = toCorrect > 0 ? ` ${texts.form.refusedMany(toCorrect)}` : '';
    return { kind: 'done', text: text + also, undo, added: plants.at(-1)?.plant.id };
  },
  /** After a form post without a script has added a plant. */
  postAdded: done,
  postFailed: problem,
  /** After a scan that replaced the id. @param before the text that was in Id */
  scanned: (id: string, before: string): Message => done(texts.form.scanned(id, before)),
  /** After a scan that went into the empty field Name. */
  scannedAsName: (id: string, before: string): Message => problem(texts.form.scannedAsName(id, before)),
  /** After a scan that went into Name, behind a name. */
  scannedInName: (id: string, name: string): Message => problem(texts.form.scannedInName(id, name)),
  /** After rows were pasted that the form cannot take. */
  pasted: (count: { rows: number } | { cells: number }, rows: string): Message => ({
    ...problem('rows' in count ? texts.form.pastedRows(count.rows) : texts.form.pastedCells(count.cells)),
    rows,
  }),
  atField: { kind: 'atField', text: texts.form.notAdded } satisfies Message,
  refused(refused: readonly QueuedPlant[]): Message {
    const [first, ...rest] = refused;
    const text =
      !first || rest.length > 0
        ? texts.form.refusedMany(refused.length)
        : texts.form.refused(nameOf(first), refusalText(first));
    return { ...problem(text), refused: new Set(refused.map(({ key }) => key)) };
  },
};

/** The message as it still holds: of refused plants, only about those that were neither corrected nor discarded. */
export function currentMessage(
  message: Message | undefined,
  entries: readonly QueuedPlant[],
): Message | undefined {
  const { refused } = message ?? {};
  if (!refused) return message;
  const left = entries.filter(({ key, refusal }) => refusal && refused.has(key));
  return left.length > 0 ? formMessages.refused(left) : undefined;
}

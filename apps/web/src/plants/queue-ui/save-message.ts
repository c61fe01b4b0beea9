import type { Saved } from '../queue/plant-queue.ts';
import { nameOf, type QueuedPlant } from '../queue/queued-plant.ts';
import { addressOf, isFiltered, type PlantSearch } from '../search/plant-search.ts';
import { refusalText } from './refusal-text.ts';
import { texts } from './texts.ts';

/** A message of the form. With `atField`, a field of the form shows the reason. */
export type Message = {
  kind: 'done' | 'problem' | 'atField';
  text: string;
  undo?: (() => void) | undefined;
  /** The id of a plant that was added. The list may not show that plant. */
  added?: bigint | undefined;
  /** The address of the page on which the plant was added. */
  place?: string;
  /** The first request of the plants that were added. */
  run?: Saved | undefined;
  /** The keys of refused entries. `currentMessage` adds what to do about those that are left. */
  refused?: ReadonlySet<string>;
  /** Pasted rows that Import can take. */
  rows?: string | undefined;
};

const done = (text: string): Message => ({ kind: 'done', text });
const problem = (text: string): Message => ({ kind: 'problem', text });

/** Messages of the form; each says the result and the next step. */
export const formMessages = {
  /** @param toCorrect the pasted rows that wait for a correction */
  saved(
    run: readonly Saved[],
    undo: (() => void) | undefined,
    toCorrect: readonly QueuedPlant[] = [],
    before?: Message,
    place = location.pathname + location.search,
  ): Message {
    const plants = run.flatMap((saved) => saved.plants);
    const isSameRun = before?.run !== undefined && before.run === run[0];
    const refused = new Set([...((isSameRun && before.refused) || []), ...keysOf(toCorrect)]);
    return {
      kind: 'done',
      text: savedText(plants),
      undo,
      added: plants.at(-1)?.plant.id,
      run: run[0],
      refused,
      place,
    };
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
  /** @param before the message until now: it stays if it is about plants of the same run */
  refused(refused: readonly QueuedPlant[], run: readonly Saved[] = [], before?: Message): Message {
    const isSameRun = before?.run !== undefined && before.run === run[0];
    const keys = isSameRun ? [...(before.refused ?? []), ...keysOf(refused)] : keysOf(refused);
    return { ...(isSameRun ? before : problem('')), refused: new Set(keys) };
  },
};

/** Undo takes back the added plants alone, so they have a number of their own. */
function savedText(plants: Saved['plants']): string {
  const [first, ...rest] = plants;
  const { addedBefore, added, addedMany, allAddedBefore, someAddedBefore } = texts.form;
  if (first && rest.length === 0)
    return first.wasThereAlready ? addedBefore(first.plant.name) : added(first.plant.name, first.plant.id);
  const before = plants.filter(({ wasThereAlready }) => wasThereAlready).length;
  const now = plants.length - before;
  if (before === 0) return addedMany(now);
  return now === 0 ? allAddedBefore(before) : `${addedMany(now)} ${someAddedBefore(before)}`;
}

const keysOf = (entries: readonly QueuedPlant[]) => entries.map(({ key }) => key);

function refusedText(refused: readonly QueuedPlant[]): string {
  const [first, ...rest] = refused;
  return !first || rest.length > 0
    ? texts.form.refusedMany(refused.length)
    : texts.form.refused(nameOf(first), refusalText(first));
}

/** True after a later search. The list of all plants shows the added one, so the message stays there. */
export const isOutdated = (message: Message | undefined, search: PlantSearch): boolean =>
  message?.place !== undefined && isFiltered(search) && message.place !== addressOf(search);

/** The message as it still holds: of refused plants, only about those that were neither corrected nor discarded. */
export function currentMessage(
  message: Message | undefined,
  entries: readonly QueuedPlant[],
): Message | undefined {
  if (!message?.refused) return message;
  const left = entries.filter(({ key, refusal }) => refusal && message.refused?.has(key));
  if (left.length === 0) return message.text === '' ? undefined : message;
  return { ...message, text: [message.text, refusedText(left)].join(' ').trim() };
}

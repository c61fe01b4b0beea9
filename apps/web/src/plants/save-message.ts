import type { Saved } from '../queue/plant-queue.ts';
import type { QueuedPlant } from '../queue/queued-plant.ts';
import { refusalText } from '../queue/refusal-text.ts';
import { texts } from './texts.tsx';

/** News for the person at the form; `atField` where a field of the form says why. */
export type Message = {
  kind: 'done' | 'problem' | 'atField';
  text: string;
  /** Takes back what the message tells of. */
  undo?: (() => void) | undefined;
  /** A plant that was added, which the list may not show. */
  added?: bigint | undefined;
};

const done = (text: string): Message => ({ kind: 'done', text });
const problem = (text: string): Message => ({ kind: 'problem', text });

/** What happened, and what to do next. */
export const said = {
  saved({ plants }: Saved, undo: (() => void) | undefined): Message {
    const [first, ...rest] = plants;
    const text =
      !first || rest.length > 0
        ? texts.form.addedMany(plants.length)
        : first.wasThereAlready
          ? texts.form.addedBefore(first.plant.name)
          : texts.form.added(first.plant.name, first.plant.id);
    return { kind: 'done', text, undo, added: plants.at(-1)?.plant.id };
  },
  /** A plain post, without a script, added a plant. */
  postAdded: done,
  postFailed: problem,
  atField: { kind: 'atField', text: texts.form.notAdded } satisfies Message,
  refused(refused: readonly QueuedPlant[]): Message {
    const [first, ...rest] = refused;
    return problem(
      !first || rest.length > 0
        ? texts.form.refusedMany(refused.length)
        : texts.form.refused(first.plant.name, refusalText(first)),
    );
  },
};

import { plantsText } from '../page/count-text.ts';
import { isolated } from '../page/isolated.ts';
import type { Saved } from '../queue/plant-queue.ts';
import type { QueuedPlant } from '../queue/queued-plant.ts';
import { refusalText } from '../queue/refusal-text.ts';

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
        ? `Added ${plantsText(plants.length)}.`
        : first.wasThereAlready
          ? `${isolated(first.plant.name)} was already saved. Nothing was added twice.`
          : `Added ${isolated(first.plant.name)} (id ${first.plant.id}).`;
    return { kind: 'done', text, undo, added: plants.at(-1)?.plant.id };
  },
  addedBefore: done,
  posted: problem,
  atField: { kind: 'atField', text: 'Not added: fix the fields below.' } satisfies Message,
  refused(refused: readonly QueuedPlant[]): Message {
    const [first, ...rest] = refused;
    return problem(
      !first || rest.length > 0
        ? `${plantsText(refused.length)} not added. Correct them in the list below.`
        : `${isolated(first.plant.name)} was not added. ${refusalText(first)} Correct it in the list below.`,
    );
  },
};

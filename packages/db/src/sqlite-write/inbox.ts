import { availableParallelism } from 'node:os';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { patienceMs } from '../engine/unavailable.ts';
import type { Ask, Call, Work } from './messages.ts';

type Step = Extract<Ask, { kind: 'step' | 'end' }>;
/** A write that waits, and until when it may, by the clock of `performance`. */
export type Waiting = { id: number; deadline: number } & Work;

export type Inbox = {
  /** Resolves when there is something to do besides the open transaction. */
  filled(): Promise<void>;
  isEmpty(): boolean;
  /** The call that is next, if a call is. */
  takeCall(): ({ id: number } & Call) | undefined;
  /** Up to `most` writes that come next. */
  takeWorks(most: number): Waiting[];
  /** Puts back writes that were taken, before all others. */
  putBack(works: Waiting[]): void;
  /** The next statement, or the end, of the open transaction. */
  nextStep(): Promise<Step>;
};

/**
 * For how long the thread looks for the next message before it sleeps, in milliseconds: to wake it on another core takes
 * 50 µs, a tenth of what adding a plant takes. On one core it would only keep others from theirs.
 */
const lookMs = availableParallelism() > 1 ? 0.3 : 0;

/** The messages of a port, sorted by who waits for them. */
export function createInbox(port: MessagePort): Inbox {
  let works: (Waiting | ({ id: number } & Call))[] = [];
  const steps: Step[] = [];
  let wake = () => {};

  function sort(asks: Ask[]) {
    const now = performance.now();
    for (const ask of asks) {
      if (ask.kind === 'step' || ask.kind === 'end') steps.push(ask);
      else if (isWork(ask))
        works.push({ ...ask, deadline: ask.kind === 'touch' ? now : now + patienceMs - (ask.waitedMs ?? 0) });
      else works.push(ask);
    }
  }

  /** Takes all messages that are there: the event loop would hand them over one by one. */
  function drain() {
    for (let message = receiveMessageOnPort(port); message; message = receiveMessageOnPort(port))
      sort(message.message as Ask[]);
  }

  port.on('message', (asks: Ask[]) => {
    sort(asks);
    wake();
  });

  /** Resolves at the next message, or at once where one comes soon. */
  function message(): Promise<void> | undefined {
    const before = works.length + steps.length;
    for (const end = performance.now() + lookMs; performance.now() < end; ) {
      drain();
      if (works.length + steps.length > before) return undefined;
    }
    return new Promise((resolve) => {
      wake = resolve;
    });
  }

  return {
    async filled() {
      while (works.length === 0) {
        drain();
        if (works.length === 0) await message();
      }
    },
    isEmpty() {
      drain();
      return works.length === 0;
    },
    takeCall() {
      const [first] = works;
      if (!first || isWork(first)) return undefined;
      works.shift();
      return first;
    },
    takeWorks(most) {
      drain();
      const end = works.findIndex((one, index) => index === most || !isWork(one));
      const taken = (end === -1 ? works : works.slice(0, end)) as Waiting[];
      works = end === -1 ? [] : works.slice(end);
      return taken;
    },
    putBack(taken) {
      works = [...taken, ...works];
    },
    async nextStep() {
      for (;;) {
        const step = steps.shift();
        if (step) return step;
        drain();
        if (steps.length === 0) await message();
      }
    },
  };
}

const kinds: Record<Work['kind'], true> = { query: true, unit: true, touch: true, begin: true };

export const isWork = <Other extends { kind: string }>(
  ask: Other,
): ask is Extract<Other, { kind: Work['kind'] }> => ask.kind in kinds;

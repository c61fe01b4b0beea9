import { availableParallelism } from 'node:os';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { Ask, Call, Long, Work } from './messages.ts';

type Step = Extract<Ask, { kind: 'step' | 'end' }>;
export type Waiting = Ask & Work;
export type LongWork = Ask & Long;

export type Inbox = ReturnType<typeof createInbox>;

/**
 * How long the thread polls for a message before it sleeps: waking it on another core takes 50 µs, a tenth of adding a
 * plant. On one core polling would only keep others from working.
 */
const lookMs = availableParallelism() > 1 ? 0.3 : 0;

/** The messages of a port by kind. */
export function createInbox(port: MessagePort) {
  let works: (Waiting | (Ask & Call))[] = [];
  const steps: Step[] = [];
  const longs: LongWork[] = [];
  let wake = () => {};

  function sort(asks: Ask[]) {
    for (const ask of asks) {
      if (ask.kind === 'step' || ask.kind === 'end') steps.push(ask);
      else if (ask.kind === 'long') longs.push(ask);
      else works.push(ask);
    }
  }

  /** Takes all messages at once; the event loop would give them one by one. */
  function drain() {
    for (let message = receiveMessageOnPort(port); message; message = receiveMessageOnPort(port))
      sort(message.message as Ask[]);
  }

  port.on('message', (asks: Ask[]) => {
    sort(asks);
    wake();
  });

  /** Resolves at the next message; gives nothing if one comes while it polls. */
  function message(): Promise<void> | undefined {
    const count = () => works.length + steps.length + longs.length;
    const before = count();
    for (const end = performance.now() + lookMs; performance.now() < end; ) {
      drain();
      if (count() > before) return undefined;
    }
    return new Promise((resolve) => {
      wake = resolve;
    });
  }

  return {
    /** Resolves when there is work besides the open transaction. */
    async filled() {
      while (works.length + longs.length === 0) {
        drain();
        if (works.length + longs.length === 0) await message();
      }
    },
    /** The next call, unless a write is next. */
    takeCall(): (Ask & Call) | undefined {
      const [first] = works;
      if (!first || isWork(first)) return undefined;
      works.shift();
      return first;
    },
    takeWorks(most: number) {
      drain();
      const end = works.findIndex((one, index) => index === most || !isWork(one));
      const taken = (end === -1 ? works : works.slice(0, end)) as Waiting[];
      works = end === -1 ? [] : works.slice(end);
      return taken;
    },
    /** The next long work; it stays until it is removed. */
    longWork: () => longs[0],
    removeLongWork: () => void longs.shift(),
    /** Puts writes back, before all others. */
    putBack(taken: Waiting[]) {
      works = [...taken, ...works];
    },
    /** The next statement, or the end, of the open transaction. */
    async nextStep(): Promise<Step> {
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

const isWork = <Other extends { kind: string }>(ask: Other): ask is Extract<Other, { kind: Work['kind'] }> =>
  ask.kind in kinds;

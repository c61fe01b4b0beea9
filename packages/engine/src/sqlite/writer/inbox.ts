import { availableParallelism } from 'node:os';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import type { LongWorkRequest, Write, WriterCall, WriterRequest } from './messages.ts';

type Step = Extract<WriterRequest, { kind: 'step' | 'end' }>;
export type PendingWrite = WriterRequest & Write;
export type LongWork = WriterRequest & LongWorkRequest;

export type Inbox = ReturnType<typeof createInbox>;

/** Polls before it sleeps: waking takes 50 µs, a tenth of a small write. On one core that would only hinder others. */
const pollMs = availableParallelism() > 1 ? 0.3 : 0;

export function createInbox(port: MessagePort) {
  let writes: (PendingWrite | (WriterRequest & WriterCall))[] = [];
  const steps: Step[] = [];
  const longs: LongWork[] = [];
  let wake = () => {};

  function sort(requests: WriterRequest[]) {
    for (const request of requests) {
      if (request.kind === 'step' || request.kind === 'end') steps.push(request);
      else if (request.kind === 'long') longs.push(request);
      else writes.push(request);
    }
  }

  /** Receives all messages in one step; the event loop would deliver them one by one. */
  function drain() {
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
      sort(next.message as WriterRequest[]);
  }

  port.on('message', (requests: WriterRequest[]) => {
    sort(requests);
    wake();
  });

  function waitForMessage(): Promise<void> | undefined {
    const count = () => writes.length + steps.length + longs.length;
    const before = count();
    for (const end = performance.now() + pollMs; performance.now() < end; ) {
      drain();
      if (count() > before) return undefined;
    }
    return new Promise((resolve) => {
      wake = resolve;
    });
  }

  return {
    async waitForWork() {
      while (writes.length + longs.length === 0) {
        drain();
        if (writes.length + longs.length === 0) await waitForMessage();
      }
    },
    takeCall(): (WriterRequest & WriterCall) | undefined {
      const [first] = writes;
      if (!first || isWrite(first)) return undefined;
      writes.shift();
      return first;
    },
    takeWrites(max: number) {
      drain();
      const end = writes.findIndex((one, index) => index === max || !isWrite(one));
      const taken = (end === -1 ? writes : writes.slice(0, end)) as PendingWrite[];
      writes = end === -1 ? [] : writes.slice(end);
      return taken;
    },
    longWork: () => longs[0],
    removeLongWork: () => void longs.shift(),
    putBack(taken: PendingWrite[]) {
      writes = [...taken, ...writes];
    },
    async nextStep(): Promise<Step> {
      for (;;) {
        const step = steps.shift();
        if (step) return step;
        drain();
        if (steps.length === 0) await waitForMessage();
      }
    },
  };
}

const kinds: Record<Write['kind'], true> = {
  query: true,
  oneStep: true,
  unit: true,
  touch: true,
  begin: true,
};

const isWrite = <Other extends { kind: string }>(
  request: Other,
): request is Extract<Other, { kind: Write['kind'] }> => request.kind in kinds;

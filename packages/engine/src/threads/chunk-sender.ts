import type { MessageToThread } from './messages.ts';

const chunksMax = 8;

type Channel = {
  whenOver: Promise<void>;
  post(message: MessageToThread, moved?: ArrayBuffer[]): void;
};

/** Sends the chunks of a source to a thread, as fast as the thread accepts them. */
export function createChunkSender(source: AsyncIterable<Uint8Array>, { whenOver, post }: Channel) {
  let room = chunksMax;
  let onRoom: (() => void) | undefined;
  let isOver = false;
  let onOver: (() => void) | undefined;
  // One handler serves all pieces: a handler for each piece would stay in memory until the end.
  void whenOver.then(() => {
    isOver = true;
    onOver?.();
  });
  const unlessOver = <T>(wait: Promise<T>): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      onOver = () => resolve(undefined);
      wait.then(resolve, reject);
    });

  async function run() {
    const chunks = source[Symbol.asyncIterator]();
    for (;;) {
      if (room === 0) await unlessOver(new Promise<void>((resolve) => (onRoom = resolve)));
      const step = isOver ? undefined : await unlessOver(chunks.next());
      if (!step) return void chunks.return?.();
      if (step.done) return post({});
      room--;
      const bytes = transferableBytes(step.value);
      post({ bytes }, [bytes.buffer]);
    }
  }

  return {
    addRoom() {
      room++;
      onRoom?.();
    },
    /** Resolves when the thread has received all chunks, or accepts no more. Rejects with the error of the source. */
    done: run(),
  };
}

/** The bytes in a transferable buffer of their own. A copy would stay in memory until garbage collection. */
function transferableBytes(chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = chunk;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(chunk);
}

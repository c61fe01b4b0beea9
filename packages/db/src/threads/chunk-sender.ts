import type { ToThread } from './messages.ts';

/** The most pieces in transit to a thread. */
const piecesMax = 8;

type Way = {
  over: Promise<void>;
  post(message: ToThread, moved?: ArrayBuffer[]): void;
};

/** Sends the pieces of a source to a thread as it has room. */
export function createPump(source: AsyncIterable<Uint8Array>, { over, post }: Way) {
  let room = piecesMax;
  let onRoom: (() => void) | undefined;
  let isOver = false;
  let onOver: (() => void) | undefined;
  // One handler for all pieces: a handler for each would be kept until the end.
  void over.then(() => {
    isOver = true;
    onOver?.();
  });
  const orOver = <T>(wait: Promise<T>): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      onOver = () => resolve(undefined);
      wait.then(resolve, reject);
    });

  async function run() {
    const pieces = source[Symbol.asyncIterator]();
    for (;;) {
      if (room === 0) await orOver(new Promise<void>((resolve) => (onRoom = resolve)));
      const step = isOver ? undefined : await orOver(pieces.next());
      if (!step) return void pieces.return?.();
      if (step.done) return post({});
      room--;
      const bytes = ownedBytes(step.value);
      post({ bytes }, [bytes.buffer]);
    }
  }

  return {
    open() {
      room++;
      onRoom?.();
    },
    /** Resolves when the thread has all, or takes no more. Rejects with the error of the source. */
    done: run(),
  };
}

/** A piece whose memory can be transferred: copies would stay until the collector runs. */
function ownedBytes(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = piece;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(piece);
}

import type { ToThread } from './messages.ts';

/** How many pieces may be on their way to a thread. */
const piecesMax = 8;

type Way = {
  /** Resolves when the thread takes nothing more. */
  over: Promise<void>;
  post(message: ToThread, moved?: ArrayBuffer[]): void;
};

/** Gives a thread what a source gives, piece by piece, as it has room for them. */
export type Pump = {
  /** Lets one more piece through. */
  open(): void;
  /** Resolves when the thread has all of it, or takes no more. Rejects with what the source throws. */
  done: Promise<void>;
};

export function createPump(source: AsyncIterable<Uint8Array>, { over, post }: Way): Pump {
  let room = piecesMax;
  let onRoom: (() => void) | undefined;
  let isOver = false;
  let onOver: (() => void) | undefined;
  // Once for all pieces: what waits for a promise is kept as long as that is pending, and this one is until the end.
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
      if (step.done) return post({ kind: 'piece' });
      room--;
      const bytes = ownedBytes(step.value);
      post({ kind: 'piece', bytes }, [bytes.buffer]);
    }
  }

  return {
    open() {
      room++;
      onRoom?.();
    },
    done: run(),
  };
}

/**
 * A piece that can be given away. One that is alone in its memory is given away itself: copies of all of a file would be
 * there until the collector finds them, and it is in no hurry with memory that is not its own.
 */
function ownedBytes(piece: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = piece;
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === piece.byteLength;
  return isAlone ? new Uint8Array(buffer) : new Uint8Array(piece);
}

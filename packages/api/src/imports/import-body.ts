import type { IncomingMessage } from 'node:http';
import { slots } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';

/** A client that sends less than this in a minute counts as disconnected. */
const leastBytes = 64 * 1024;
const minuteMs = 60_000;
const heldMax = 256 * 1024;

/**
 * The client sends no faster than the bytes are read. `onEnd` is awaited before the end; its error is thrown.
 * @throws StoreError `badRequest` if the client disconnects, or sends almost nothing for a minute
 */
export function bodyPieces(
  request: IncomingMessage,
  onEnd: () => Promise<void>,
  patienceMs = minuteMs,
): AsyncIterable<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      const held = createHeld(request);
      let waited = { ms: 0, bytes: 0 };
      return {
        async next() {
          const begun = performance.now();
          const left = patienceMs - waited.ms;
          const piece = await held.take(left);
          waited.ms += performance.now() - begun;
          waited.bytes += piece?.length ?? 0;
          if (waited.bytes >= leastBytes) waited = { ms: 0, bytes: 0 };
          if (piece) return { done: false, value: piece };
          await onEnd();
          return { done: true, value: undefined };
        },
        // The rest is read and dropped: if the connection closed now, a client that is sending could lose the answer.
        async return() {
          held.drop();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

function createHeld(request: IncomingMessage) {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let end: { cause?: StoreError } | undefined;
  let wake: (() => void) | undefined;
  const finish = (cause?: StoreError) => {
    end ??= cause ? { cause } : {};
    wake?.();
  };
  const onData = (piece: Uint8Array) => {
    pieces.push(piece);
    length += piece.length;
    // A body that exceeds a limit of the slots pauses until a piece is read.
    if (slots.bufferBytes(request, piece.length) || length > heldMax) request.pause();
    wake?.();
  };
  const onEnd = () => finish();
  const onClose = () => finish(cutOff());
  request.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose);
  // The client has disconnected already, so no further event will follow.
  if (request.destroyed) onClose();

  return {
    async take(patience: number): Promise<Uint8Array | undefined> {
      let timer: NodeJS.Timeout | undefined;
      while (pieces.length === 0 && !end)
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer ??= setTimeout(() => finish(tooSlow()), Math.max(0, patience));
        });
      clearTimeout(timer);
      const piece = pieces.shift();
      if (!piece && end?.cause) throw end.cause;
      if (piece) {
        length -= piece.length;
        slots.bufferBytes(request, -piece.length);
      }
      if (length <= heldMax / 2) request.resume();
      return piece;
    },
    drop() {
      pieces = [];
      slots.bufferBytes(request, -length);
      length = 0;
      request.off('data', onData).off('end', onEnd).off('close', onClose).resume();
    },
  };
}

const cutOff = () =>
  new StoreError('badRequest', 'the upload was cut off; nothing was stored, send the file again');
const tooSlow = () =>
  new StoreError(
    'badRequest',
    'the upload made almost no progress for a minute; nothing was stored, send the file again',
  );

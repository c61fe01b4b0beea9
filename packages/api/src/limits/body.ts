import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { slots } from '@plant-store/http';
import { StoreError } from '@plant-store/schema';

export const bodyLimitBytes = 64 * 1024;
/** The limit of a body with many plants: JSON of a thousand plants with the longest names and tags. */
export const bulkLimitBytes = 2 * 1024 * 1024;

/** Refuses a body with a declared length over the limit, before reading it. */
export function checkDeclaredLength(request: IncomingMessage, limitBytes: number) {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw tooLarge(limitBytes);
}

export function assertUncompressed(headers: IncomingHttpHeaders, what: 'body' | 'file') {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() === 'identity') return;
  const message = `the ${what} must not be compressed; Content-Encoding ${JSON.stringify(encoding)} was sent`;
  throw new StoreError('mediaType', message);
}

/** @throws StoreError `tooLarge`; `unavailable` at a limit of the slots; `badRequest` if the client disconnects */
export function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const onError = (cause?: unknown) =>
      reject(new StoreError('badRequest', 'the body was cut off', { cause }));
    // The client disconnected during its identification, so no further event will follow.
    if (request.destroyed) return onError();
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      try {
        if (length > limitBytes) throw tooLarge(limitBytes);
        slots.countBytes(request, chunk.length);
        chunks.push(chunk);
      } catch (cause) {
        // The rest is read and dropped: if the connection closed now, a client that is sending could lose the answer.
        request.off('data', onData).resume();
        chunks.length = 0;
        reject(cause);
      }
    };
    request
      .on('data', onData)
      .on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length)))
      .on('error', onError);
  });
}

/** Drops a byte order mark, as RFC 8259 section 8.1 allows. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes a body of JSON. @throws StoreError for bytes that are not UTF-8 */
export function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new StoreError('malformedJson', 'the body is not UTF-8 text; send JSON in UTF-8', { cause });
  }
}

const tooLarge = (limitBytes: number) =>
  new StoreError(
    'tooLarge',
    `the body is larger than the limit of ${limitBytes / 1024} KiB; send less at once`,
  );

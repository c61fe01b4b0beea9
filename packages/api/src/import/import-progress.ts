import { PassThrough } from 'node:stream';
import type { Progress } from '@plant-store/db';
import {
  errorTable,
  type ImportProgress,
  type ImportResult,
  type StoreError,
  toJson,
} from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsByName } from '../accept.ts';

/** How often a client is told how far its import is. */
const everyMs = 250;
const mediaType = 'application/x-ndjson';

/** Whether the caller wants to be told how far it is, rather than what came of it alone. */
export const wantsProgress = (request: FastifyRequest): boolean => acceptsByName(request, mediaType);

/**
 * An answer of lines, each an object of JSON: how far the import is, and in the last one its `result` or its `error`. It
 * begins with the first line, so that what is wrong with a request or the beginning of a file has a status of its own.
 * Through a proxy it begins once the file is here in full: nginx sends nothing more of a request that is being answered.
 */
export function progressLines({ raw, headers }: FastifyRequest, reply: FastifyReply) {
  const mayBegin = () => raw.complete || headers['x-forwarded-for'] === undefined;
  let stream: PassThrough | undefined;
  let toldAt = 0;
  let phase: string | undefined;
  let bytes = 0;
  const write = (line: object) => {
    stream ??= begin(reply);
    stream.write(`${toJson(line)}\n`);
  };
  return {
    hasBegun: () => stream !== undefined,
    tell(progress: ImportProgress) {
      if (!mayBegin()) return;
      const isNew = progress.phase !== phase;
      // One who does not read is told no more of what is over by then.
      if ((!isNew && performance.now() - toldAt < everyMs) || (stream?.writableLength ?? 0) > 16_384) return;
      toldAt = performance.now();
      phase = progress.phase;
      // Said of the file while it is read alone.
      bytes = Math.max(bytes, progress.bytes);
      write({ ...progress, bytes });
    },
    end(result: ImportResult) {
      write({ result });
      stream?.end();
    },
    fail({ code, message }: StoreError) {
      write({ error: { error: errorTable[code].error, message } });
      stream?.end();
    },
  };
}

/** What the store tells of an import, as callers are told. */
export function progressOf({ doing, done, total, bytes = 0 }: Progress): ImportProgress {
  if (doing === 'storing') return { phase: 'storing', rows: done, total, bytes };
  return { phase: doing === 'waiting' ? 'waiting' : 'reading', rows: done, bytes };
}

function begin(reply: FastifyReply): PassThrough {
  const stream = new PassThrough();
  void reply.code(200).header('content-type', mediaType).header('x-accel-buffering', 'no').send(stream);
  return stream;
}

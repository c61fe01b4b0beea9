import { PassThrough } from 'node:stream';
import type { Progress } from '@plant-store/db';
import {
  errorNumbers,
  type ImportProgress,
  type ImportResult,
  type StoreError,
  toJson,
} from '@plant-store/schema';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsByName } from '../http/accept.ts';

const everyMs = 250;
const mediaType = 'application/x-ndjson';

/** Whether the caller asks for reports of progress. */
export const wantsProgress = (request: FastifyRequest): boolean => acceptsByName(request, mediaType);

/**
 * Lines of JSON: the progress, and last the `result` or the `error`. An error before the first has its own status.
 * Behind a proxy the answer begins after the whole file, as nginx stops sending the request once it begins.
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
      // A client that does not read gets no outdated reports.
      if ((!isNew && performance.now() - toldAt < everyMs) || (stream?.writableLength ?? 0) > 16_384) return;
      toldAt = performance.now();
      phase = progress.phase;
      bytes = Math.max(bytes, progress.bytes);
      write({ ...progress, bytes });
    },
    end(result: ImportResult) {
      write({ result });
      stream?.end();
    },
    fail({ code, message }: StoreError) {
      write({ error: { error: errorNumbers[code], message } });
      stream?.end();
    },
  };
}

/** The store's progress of an import, for callers. */
export function progressOf({ doing, done, total, bytes = 0 }: Progress): ImportProgress {
  if (doing === 'storing') return { phase: 'storing', rows: done, total, bytes };
  return { phase: doing === 'waiting' ? 'waiting' : 'reading', rows: done, bytes };
}

function begin(reply: FastifyReply): PassThrough {
  const stream = new PassThrough();
  void reply.code(200).header('content-type', mediaType).header('x-accel-buffering', 'no').send(stream);
  return stream;
}

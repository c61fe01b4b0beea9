import type { Database } from '@plant-store/db';
import type { FileWriter, PlantFileFormat } from '@plant-store/plant-files';
import type { ErrorCode } from '@plant-store/schema';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { idempotencyKeyMaxLength } from './idempotency.ts';

/** The REST route of a procedure: trpc-to-openapi's description of it, and the additions of the REST edge. */
export type RestMeta = {
  openapi: NonNullable<OpenApiMeta['openapi']>;
  /** The problems of this route in addition to those of every route. */
  problems: ErrorCode[];
  responseHeaders: Record<string, string>;
  requestHeaders: Record<string, string>;
  /** The descriptions of 201 and 304 answers, if the route has them. A 204 replaces the 200. */
  created?: string;
  notModified?: string;
  /** The component of the document for the body, if the input has path parameters too. */
  body?: string;
  query: string[];
  bodyLimitBytes: number;
  isPaged: boolean;
  /** The parameter that begins a page, if it is not `cursor`. The list then has no last page. */
  pagedBy?: string;
  exported?: ExportedFile;
};

/** A list as a file: the beginning of its name, and the writer of its items. Only the route knows their type. */
export type ExportedFile = {
  operationId: string;
  summary: string;
  name: string;
  writer(format: PlantFileFormat): FileWriter<never>;
  /** A header of the file of all items, read before the first of them. */
  ofAll?: { header: string; description: string; read(db: Database): Promise<string> };
};

const doneOnce = `Up to ${idempotencyKeyMaxLength} printable ASCII characters that you choose for this request. The same request with the same key within 24 hours is done only once`;

export const idempotency = {
  key: `${doneOnce}, and gets the first answer again.`,
  keyOfSecret: `${doneOnce}; a repeat is answered without the secret value, which only the first answer has.`,
  replayed: '`true` if this is the answer to an earlier request with the same Idempotency-Key.',
};

/** A route's keys in the document's `paths`. */
export const routeKey = ({ path, method }: RestMeta['openapi']) =>
  [path, method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'] as const;

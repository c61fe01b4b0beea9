import type { ErrorCode } from '@plant-store/schema';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { bodyLimitBytes } from '../body.ts';
import { idempotencyKeyMaxLength } from '../writing.ts';
import type { ExportedFile } from './list-export.ts';

/** How a procedure is reached over REST: trpc-to-openapi's description of it, and what the REST edge adds. */
export type RestMeta = {
  openapi: NonNullable<OpenApiMeta['openapi']>;
  /** Problems of its own that it may answer with, besides those of every route. */
  problems: ErrorCode[];
  /** Headers of the answer to what succeeds, by name, with what each means. */
  responseHeaders: Record<string, string>;
  /** Headers that it looks at, by name, with what each means. */
  requestHeaders: Record<string, string>;
  /** What its 201 says, and its 304, where it has one; its 204 has no body and takes the place of the 200. */
  created?: string;
  notModified?: string;
  /** The component of the document that describes the body, where the address holds the rest of the input. */
  body?: string;
  /** Inputs that are taken from the query, though there is a body. */
  query: string[];
  /** The largest body that it takes, in bytes. */
  bodyLimitBytes: number;
  /** The output is a `page`. */
  isPaged: boolean;
  /** The file that it may be asked for as, with all of the list, where it is a page. */
  exported?: ExportedFile;
};

type Method = RestMeta['openapi']['method'];

type Description = {
  /** The operation's name in clients that are generated from the document. */
  operationId: string;
  summary: string;
  description: string;
  success: string;
} & Partial<Omit<RestMeta, 'openapi'>>;

const route =
  (method: Method) =>
  (path: `/${string}`, { operationId, summary, description, success, ...edge }: Description): RestMeta => ({
    openapi: {
      method,
      path,
      operationId,
      summary,
      description,
      successDescription: success,
      tags: [path.split('/')[1] ?? ''],
      // Described from the error table instead, in the document's one place for it.
      errorResponses: [],
    },
    problems: [],
    responseHeaders: {},
    requestHeaders: {},
    query: [],
    bodyLimitBytes,
    isPaged: false,
    ...edge,
  });

/** What the two headers mean by which a request is done once. */
export const idempotency = {
  key: `Up to ${idempotencyKeyMaxLength} printable ASCII characters of your own that stand for this request: sent again with them within 24 hours, it is done once, and answered as it was.`,
  replayed: '`true` where this is the answer to an earlier request with the same Idempotency-Key.',
};

/** Any of them can be asked for again without harm. */
const post = (
  path: `/${string}`,
  { requestHeaders, responseHeaders, ...description }: Description,
): RestMeta =>
  route('POST')(path, {
    ...description,
    requestHeaders: { ...requestHeaders, 'Idempotency-Key': idempotency.key },
    responseHeaders: { ...responseHeaders, 'Idempotent-Replayed': idempotency.replayed },
  });

/** The REST address of a procedure, as its meta. */
export const rest = {
  get: route('GET'),
  post,
  put: route('PUT'),
  patch: route('PATCH'),
  delete: route('DELETE'),
};

/** A route's keys in the document's `paths`. */
export const routeKey = ({ path, method }: RestMeta['openapi']) =>
  [path, method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'] as const;

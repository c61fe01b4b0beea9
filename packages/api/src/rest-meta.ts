import type { ErrorCode } from '@plant-store/schema';
import type { OpenApiMeta } from 'trpc-to-openapi';

/** How a procedure is reached over REST: trpc-to-openapi's description of it, and what the REST edge adds. */
export type RestMeta = {
  openapi: NonNullable<OpenApiMeta['openapi']>;
  /** Problems of its own that it may answer with, besides those of every route. */
  problems: ErrorCode[];
  /** Headers of its 200, by name, with what each means. */
  responseHeaders: Record<string, string>;
  /** The output is a `page`. */
  isPaged: boolean;
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
    isPaged: false,
    ...edge,
  });

/** The REST address of a procedure, as its meta. */
export const rest = { get: route('GET'), post: route('POST') };

/** A route's keys in the document's `paths`. */
export const routeKey = ({ path, method }: RestMeta['openapi']) =>
  [path, method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'] as const;

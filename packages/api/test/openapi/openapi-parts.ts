import { generatedDocument as document } from '../../src/openapi/generated-document.ts';

export type Response = {
  $ref?: string;
  headers: Record<string, object>;
  content: Record<string, { schema: Record<string, unknown>; examples: object }>;
};
export type Operation = {
  operationId: string;
  tags: string[];
  security?: unknown;
  parameters?: { name: string; in: string; schema: object }[];
  requestBody: { required: boolean; content: Record<string, { schema: unknown }> };
  responses: Record<string, Response>;
};
export const operation = (path: string, method: string) =>
  (document.paths as Record<string, Record<string, Operation>>)[path]?.[method] as Operation;
export const sharedResponses = document.components?.responses as unknown as Record<string, Response>;
/** The responses of an operation, including shared ones. */
export const responsesOf = (path: string, method: string): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(operation(path, method).responses).map(([status, response]) => [
      status,
      sharedResponses[response.$ref?.split('/').at(-1) ?? ''] ?? response,
    ]),
  );
export const schemas = document.components?.schemas as unknown as Record<
  string,
  {
    required: string[];
    properties: Record<string, { type: string; format?: string; description?: string }>;
    additionalProperties?: unknown;
  }
>;
/** Every operation, with its path and its method. */
export const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
    path,
    method,
    operation,
  })),
);

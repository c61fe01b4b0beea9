import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import type { JsonSchema } from './document-values.ts';

type Content = Record<string, { schema?: JsonSchema; example?: unknown }>;
type Response = { $ref?: string; headers?: Record<string, object>; content?: Content };
type Parameter = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
};
export type Operation = {
  path: string;
  method: string;
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};
type Raw = {
  paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>;
  components: object;
};

/** Headers that the document declares for every response that can have them. */
const named =
  /^(ratelimit|ratelimit-policy|retry-after|etag|location|link|www-authenticate|token-expires-at|idempotent-replayed|content-disposition|x-request-id)$/;

/** The served OpenAPI document: its operations, and a check of answers against it. */
export async function readServedDocument(url: string) {
  const raw = (await (await fetch(`${url}/openapi.json`)).json()) as Raw;
  const ajv = new Ajv2020({ strict: false });
  ajvFormats.default(ajv);
  ajv.addSchema(raw, 'document');
  const validators = new Map<JsonSchema, ValidateFunction>();
  const resolve = <Part extends { $ref?: string }>(part: Part): Part =>
    part.$ref === undefined ? part : resolve(at(raw, part.$ref) as Part);
  const operations = Object.entries(raw.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Operation => ({
        ...{ ...operation, path, method: method.toUpperCase() },
        parameters: operation.parameters ?? [],
        responses: Object.fromEntries(
          Object.entries(operation.responses).map(([status, response]) => [status, resolve(response)]),
        ),
      }),
    ),
  );
  return {
    operations,
    resolve: (schema: JsonSchema) => resolve(schema),
    /** The undeclared part of an answer to the operation. */
    async faultOf({ responses }: Operation, answer: Response_): Promise<string | undefined> {
      const { status, headers } = answer;
      const text = await answer.text();
      const declared = responses[status];
      if (!declared) return `status ${status} is not declared: ${text}`;
      const names = Object.keys(declared.headers ?? {}).map((name) => name.toLowerCase());
      const more = [...headers.keys()].filter((name) => named.test(name) && !names.includes(name));
      if (more.length > 0) return `${status} does not declare its headers ${more.join(', ')}`;
      const type = headers.get('content-type')?.split(';')[0];
      if (!declared.content) return text === '' ? undefined : `${status} declares no body: ${text}`;
      const media = declared.content[type ?? ''];
      if (!media) return `${status} does not declare ${type}`;
      const schema = media.schema ?? {};
      const value = type?.endsWith('json') && !type.endsWith('ndjson') ? JSON.parse(text) : text;
      const validate = validators.get(schema) ?? ajv.compile(rebased(schema));
      validators.set(schema, validate);
      return validate(value)
        ? undefined
        : `the body of ${status} is not as declared: ${ajv.errorsText(validate.errors)}: ${text.slice(0, 500)}`;
    },
  };
}
type Response_ = globalThis.Response;

/** A part of the document as a schema, with valid references into the document. */
const rebased = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'));

const at = (raw: unknown, pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], raw);

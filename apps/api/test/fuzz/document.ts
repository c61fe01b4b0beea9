import { errorNumbers } from '@plant-store/schema';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Answer } from './answer.ts';
import type { Sent } from './wire.ts';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};
/** Resolves a reference. */
export type Resolve = (schema: Schema) => Schema;
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema };
type Content = Record<string, { schema?: Schema; example?: unknown }>;
export type Operation = {
  path: string;
  method: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Raw = { paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>; components: object };

const numbers = new Set<number>(Object.values(errorNumbers));
/** Routes outside the document. Only a 5xx answer is a fault there. */
const isBeside = ({ target, raw }: Sent) =>
  !raw && /^(https?:\/\/[^/]*)?\/(openapi\.json|docs|trpc\/.*)([?/].*)?$/i.test(target);

/** The document of a running server, with its valid requests and answers. */
export async function readDocument(url: string) {
  const raw = (await (await fetch(`${url}/openapi.json`)).json()) as Raw;
  const operations = Object.entries(raw.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => {
      return { ...operation, parameters: operation.parameters ?? [], path, method: method.toUpperCase() };
    }),
  );
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(raw, 'document');
  const validators = new Map<string, ValidateFunction>();
  const validate = (pointer: string[], value: unknown): string | undefined => {
    const path = pointer.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
    const $ref = `document#/${path.join('/')}`;
    const validator = validators.get($ref) ?? ajv.compile({ $ref });
    validators.set($ref, validator);
    return validator(value) ? undefined : ajv.errorsText(validator.errors);
  };
  const resolve = (schema: Schema): Schema => {
    if (!schema.$ref) return schema;
    const [, , name = ''] = schema.$ref.slice(2).split('/');
    return resolve((raw.components as { schemas: Record<string, Schema> }).schemas[name] ?? {});
  };
  const named = new Map(operations.map((one) => [`${one.method} ${one.path}`, one]));
  const routes = createRoutes(Object.keys(raw.paths));
  const routeOf = ({ method, target, raw: bytes }: Sent): string | undefined => {
    const path = bytes ? undefined : routes(target);
    return path === undefined ? undefined : `${method === 'HEAD' ? 'GET' : method} ${path}`;
  };
  return {
    operations,
    resolve,
    /** The route of a request by its method and path, if the document has one. */
    routeOf,
    /** The fault of an answer, if it has one. */
    fault(sent: Sent, answer: Answer): string | undefined {
      const { status, headers, body } = answer;
      if (status >= 500 && !isBusyCaller(sent, answer)) return `${status} ${body}`;
      if (isBeside(sent)) return undefined;
      const route = routeOf(sent) ?? '';
      // By `Accept`, a list answers with the file of the operation beside it.
      const operation =
        (headers.has('content-disposition') && named.get(`${route}/export`)) || named.get(route);
      const type = headers.get('content-type')?.split(';')[0] ?? '';
      if (status >= 400) {
        if (status === 405 && !headers.has('allow')) return '405 without Allow';
        if (operation && !(status in operation.responses))
          return `${status} is not documented for ${routeOf(sent)}: ${body}`;
        return sent.method === 'HEAD' ? undefined : faultOfError(type, status, body, validate);
      }
      if (sent.raw) return undefined;
      if (!operation) return `${status} for ${sent.method} ${sent.target}, which is not documented`;
      const pointer = ['paths', operation.path, operation.method.toLowerCase(), 'responses', String(status)];
      const documented = operation.responses[status];
      if (!documented) return `${status} is not documented for ${routeOf(sent)}`;
      if (sent.method === 'HEAD') return undefined;
      if (Object.keys(documented.content ?? {}).length === 0)
        return body.length === 0 ? undefined : `a body with ${status}, which has none: ${body}`;
      if (status === 304) return undefined;
      if (!documented.content?.[type]) return `content type "${type}" is not documented for ${status}`;
      if (!documented.content[type].schema || type === 'text/csv') return undefined;
      if (documented.content[type].schema.type === 'string') return undefined;
      const texts = type.endsWith('ndjson') ? String(body).trimEnd().split('\n') : [String(body)];
      for (const text of texts) {
        const problem = validate([...pointer, 'content', type, 'schema'], JSON.parse(text));
        if (problem) return `the body of ${status} is not as documented: ${problem}: ${text}`;
      }
      return undefined;
    },
  };
}
export type Document = Awaited<ReturnType<typeof readDocument>>;

/** The clients share a few callers, and a caller may get only four files at the same time. */
const isBusyCaller = ({ method }: Sent, { status, headers, body }: Answer): boolean =>
  status === 503 &&
  headers.get('retry-after') === '5' &&
  (method === 'HEAD' || /"4 files are being sent to /.test(String(body)));

type Validate = (pointer: string[], value: unknown) => string | undefined;

function faultOfError(type: string, status: number, body: Buffer, validate: Validate): string | undefined {
  let said: Record<string, unknown>;
  try {
    said = JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(body));
  } catch {
    return `the body of ${status} is not JSON: ${JSON.stringify(String(body))}`;
  }
  const schema = { 'application/json': 'Error', 'application/problem+json': 'Problem' }[type];
  if (!schema) return `an error as "${type}"`;
  if (schema === 'Error' && JSON.stringify(Object.keys(said)) !== '["error","message"]')
    return `an error with other keys: ${body}`;
  const problem = validate(['components', 'schemas', schema], said);
  if (problem) return `an error that is none: ${problem}: ${body}`;
  if (!numbers.has(said.error as number) || Math.floor((said.error as number) / 100) !== status)
    return `an error number that is not ${status}'s: ${body}`;
  return undefined;
}

/** Finds the path of the document for an address. Fixed paths come before paths with an id. */
function createRoutes(paths: string[]) {
  const patterns = paths
    .sort((a, b) => a.split('{').length - b.split('{').length)
    .map((path) => [path, new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)] as const);
  return (target: string) => {
    const [path = ''] = target.replace(/^https?:\/\/[^/?]*/i, '').split(/[?#]/);
    return patterns.find(([, pattern]) => pattern.test(path))?.[0];
  };
}

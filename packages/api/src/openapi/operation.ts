import { mergePatch } from '../rest/input.ts';
import { exportTypes } from '../rest/list-export.ts';
import type { RestRoute } from '../rest/routes.ts';
import { errorResponses } from './error-responses.ts';
import { callerHeaders, headerOf, headerParameter } from './header-components.ts';

type Schema = Record<string, unknown>;
type Response = { description?: string; headers?: Schema; content?: Record<string, { schema: Schema }> };
export type Operation = {
  operationId: string;
  description: string;
  parameters?: unknown[];
  security?: unknown;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
};

/** Makes the description of a list that of its file, which has all items and so no default of `limit`. */
export function describeFile(operation: Operation, route: RestRoute): Operation {
  const { operationId, summary } = route.openapi;
  const description =
    'A file of all pages: text/csv, or application/x-ndjson if `Accept` prefers it. With `limit` it has one page, and a Link to the next. ' +
    'A caller may read 4 such files at the same time; another one is answered 503, with Retry-After.';
  for (const { name, schema } of (operation.parameters ?? []) as { name: string; schema: Schema }[])
    if (name === 'limit') delete schema.default;
  Object.assign(operation, { operationId, summary, description });
  describeOperation(operation, route);
  return operation;
}

/** Completes the library's description of a route: its body, headers, success and error responses. */
export function describeOperation(operation: Operation, route: RestRoute) {
  // The document declares security once.
  delete operation.security;
  if (operation.parameters?.length === 0) delete operation.parameters;
  // The library inlines the schema of the body.
  const body = operation.requestBody?.content['application/json'];
  const component = route.body ?? route.input.meta()?.id;
  if (body && component) body.schema = { $ref: `#/components/schemas/${component}` };
  if (operation.requestBody && body && route.openapi.method === 'PATCH')
    operation.requestBody.content[mergePatch] = body;
  const { exported, isFile, openapi } = route;
  if (exported && !isFile)
    operation.description += ` With \`Accept: text/csv\` or \`application/x-ndjson\` the answer is the file of \`GET ${openapi.path}/export\`.`;
  addParameters(operation, route);
  addSuccesses(operation, route);
  Object.assign(operation.responses, errorResponses(route, body !== undefined));
}

/** Adds parameters of headers, and of the query of a request with a body, which the library puts into the body. */
function addParameters(operation: Operation, { query, requestHeaders }: RestRoute) {
  const body = operation.requestBody?.content['application/json']?.schema;
  const properties = (body?.properties ?? {}) as Record<string, Schema>;
  const inQuery = query.map((name) => {
    const { [name]: schema } = properties;
    delete properties[name];
    if (!schema) throw new Error(`${operation.operationId} has no ${name} in the document`);
    const { description, ...rest } = schema;
    return { name, in: 'query', required: false, description, schema: rest };
  });
  if (body?.required) body.required = (body.required as string[]).filter((name) => !query.includes(name));
  const inHeader = Object.entries(requestHeaders).map(([name, description]) =>
    headerParameter(name, description),
  );
  // The library leaves the description of an optional parameter in its schema alone, where /docs does not show it.
  const described = ((operation.parameters ?? []) as { schema: Schema }[]).map((one) =>
    one.schema.description === undefined ? one : { ...one, description: one.schema.description },
  );
  const parameters = [...described, ...inQuery, ...inHeader];
  if (parameters.length > 0) operation.parameters = parameters;
}

function addSuccesses(operation: Operation, route: RestRoute) {
  const { isPaged, isFile, created, notModified, procedure } = route;
  const { 200: success } = operation.responses;
  if (!success) throw new Error(`${operation.operationId} has no 200 in the document`);
  const answer = success.content?.['application/json'];
  if (answer && isPaged) answer.schema = (answer.schema.properties as { items: Schema }).items;
  if (isFile) {
    success.description = 'The file.';
    const types = Object.values(exportTypes).map((type) => type.split(';')[0] ?? '');
    success.content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' } }]));
  }
  success.headers = successHeaders(route);
  if (created) operation.responses[201] = { ...success, description: created };
  const { content: _, ...bare } = success;
  if (notModified) operation.responses[304] = { ...bare, description: notModified };
  if (!isEmpty(procedure)) return;
  delete operation.responses[200];
  operation.responses[204] = bare;
}

function successHeaders({ isPaged, pagedBy, isFile, exported, responseHeaders }: RestRoute) {
  const ofPage = isPaged && {
    Link: `The next page, relative to this URL, with \`rel="next"\`; ${pagedBy ? 'always present' : 'absent on the last one'}.`,
  };
  const { ofAll } = exported ?? {};
  const ofFile = isFile && {
    'Content-Disposition': 'The name of the file.',
    ...(ofAll && { [ofAll.header]: ofAll.description }),
  };
  const own = Object.entries({ ...responseHeaders, ...ofPage, ...ofFile });
  return {
    ...Object.fromEntries(own.map(([name, description]) => [name, headerOf(name, description)])),
    ...callerHeaders,
  };
}

function isEmpty({ _def }: RestRoute['procedure']): boolean {
  return (_def as unknown as { output?: { def?: { type?: string } } }).output?.def?.type === 'void';
}

import { mergePatch } from '../rest/input.ts';
import { exportTypes } from '../rest/list-export.ts';
import type { RestRoute } from '../rest/routes.ts';
import { errorResponses } from './error-responses.ts';
import { callerHeaders, headerOf, headerParameter } from './header-components.ts';

type Schema = Record<string, unknown>;
type Response = { description?: string; headers?: Schema; content?: Record<string, { schema: Schema }> };
export type Operation = {
  operationId: string;
  parameters?: unknown[];
  security?: unknown;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Response>;
};

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
  const parameters = [...(operation.parameters ?? []), ...inQuery, ...inHeader];
  if (parameters.length > 0) operation.parameters = parameters;
}

function addSuccesses(operation: Operation, route: RestRoute) {
  const { isPaged, exported, created, notModified, procedure } = route;
  const { 200: success } = operation.responses;
  if (!success) throw new Error(`${operation.operationId} has no 200 in the document`);
  const answer = success.content?.['application/json'];
  if (answer && isPaged) answer.schema = (answer.schema.properties as { items: Schema }).items;
  if (exported)
    for (const type of Object.values(exportTypes)) {
      const [name = ''] = type.split(';');
      success.content = { ...success.content, [name]: { schema: { type: 'string' } } };
    }
  success.headers = successHeaders(route);
  if (created) operation.responses[201] = { ...success, description: created };
  const { content: _, ...bare } = success;
  if (notModified) operation.responses[304] = { ...bare, description: notModified };
  if (!isEmpty(procedure)) return;
  delete operation.responses[200];
  operation.responses[204] = bare;
}

function successHeaders({ isPaged, exported, responseHeaders }: RestRoute) {
  const ofPage = isPaged && {
    Link: 'The next page, relative to this URL, with `rel="next"`; absent on the last one.',
  };
  const ofFile = exported && { 'Content-Disposition': 'The name of the file, if the answer is one.' };
  const own = Object.entries({ ...responseHeaders, ...ofPage, ...ofFile });
  return {
    ...Object.fromEntries(own.map(([name, description]) => [name, headerOf(name, description)])),
    ...callerHeaders,
  };
}

function isEmpty({ _def }: RestRoute['procedure']): boolean {
  return (_def as unknown as { output?: { def?: { type?: string } } }).output?.def?.type === 'void';
}

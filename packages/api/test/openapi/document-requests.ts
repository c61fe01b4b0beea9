import { toJson } from '@plant-store/schema';
import fc from 'fast-check';
import { type JsonSchema, valuesOf } from './document-values.ts';
import type { Operation } from './served-document.ts';

/** A request to an operation that follows the document. */
export type Sent = { id: string; query: string; headers: Record<string, string>; body?: string | undefined };

/** Requests to an operation, with only declared parts. */
export function requestsTo(
  operation: Operation,
  resolve: (schema: JsonSchema) => JsonSchema,
): fc.Arbitrary<Sent> {
  const valuesIn = (place: string) => {
    // A request that waits for an event would be slow.
    const declared = operation.parameters.filter((one) => one.in === place && one.name !== 'wait');
    return fc.record(
      Object.fromEntries(declared.map(({ name, schema }) => [name, valuesOf(schema, resolve).map(String)])),
      { requiredKeys: declared.flatMap(({ name, required }) => (required ? [name] : [])) },
    );
  };
  const accepted = Object.values(operation.responses).flatMap(({ content = {} }) => Object.keys(content));
  return fc
    .record({
      path: valuesIn('path'),
      query: valuesIn('query').map((query) => `?${new URLSearchParams(query as Record<string, string>)}`),
      headers: valuesIn('header').map((headers) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fieldValue(String(value))])),
      ),
      accept: fc.constantFrom('*/*', ...accepted),
      content: bodiesOf(operation, resolve),
    })
    .map(({ path, query, headers, accept, content: { type, body } }) => ({
      id: (path as { id?: string }).id ?? '',
      query,
      headers: { ...headers, accept, ...(type && { 'content-type': type }) },
      body,
    }));
}

/** A text without the characters that a header cannot contain (RFC 9110, section 5.5). */
const fieldValue = (text: string) => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '');

type Body = { type?: string; body?: string };

function bodiesOf(
  { requestBody }: Operation,
  resolve: (schema: JsonSchema) => JsonSchema,
): fc.Arbitrary<Body> {
  if (!requestBody) return fc.constant({});
  const bodies = Object.entries(requestBody.content).map(([type, { schema = {}, example }]) =>
    (/[/+]json$/.test(type)
      ? valuesOf(schema, resolve).map(toJson)
      : fc.oneof(fc.constant(String(example)), valuesOf(schema, resolve).map(String))
    ).map((body) => ({ type, body })),
  );
  return fc.oneof(...bodies);
}

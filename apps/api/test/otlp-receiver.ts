import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, vi } from 'vitest';
import { z } from 'zod';

const Value = z.union([
  z.strictObject({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
  z
    .strictObject({ intValue: z.union([z.int(), z.string().regex(/^-?\d+$/)]) })
    .transform((v) => Number(v.intValue)),
  z.strictObject({ doubleValue: z.number() }).transform(({ doubleValue }) => doubleValue),
  z.strictObject({ boolValue: z.boolean() }).transform(({ boolValue }) => boolValue),
]);
const Attributes = z
  .array(z.strictObject({ key: z.string().min(1), value: Value }))
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
const nanos = z
  .string()
  .regex(/^\d{19}$/)
  .transform(BigInt);

// ExportTraceServiceRequest in OTLP's JSON: ids in hexadecimal, 64-bit numbers as text, enumerations as numbers.
const Span = z.object({
  traceId: hex(16),
  spanId: hex(8),
  parentSpanId: hex(8).optional(),
  name: z.string().min(1),
  kind: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes: Attributes,
  status: z.object({ code: z.int().min(0).max(2).optional() }),
});
export type Span = z.infer<typeof Span>;
const Request = z.strictObject({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(Span) })),
    }),
  ),
});

/** A strict receiver of OTLP over HTTP: it accepts only valid requests. */
export async function startReceiver({ isMute = false } = {}) {
  const spans: Span[] = [];
  const resources: Record<string, unknown>[] = [];
  const received: { headers: IncomingHttpHeaders; body: string }[] = [];
  const server = createServer(async (request, response) => {
    expect([request.method, request.url]).toEqual(['POST', '/v1/traces']);
    expect(request.headers['content-type']).toBe('application/json');
    const body = await text(request);
    received.push({ headers: request.headers, body });
    for (const { resource, scopeSpans } of Request.parse(JSON.parse(body)).resourceSpans) {
      resources.push(resource.attributes);
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    if (!isMute) response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    received,
    /** Waits for the span of a request; `id` is its x-request-id. */
    spanOf: (id: string | null): Promise<Span> =>
      vi.waitFor(
        () => {
          const span = spans.find(({ attributes }) => attributes['plant_store.request_id'] === id);
          if (!span) throw new Error(`no span of the request ${id} so far`);
          return span;
        },
        { interval: 50 },
      ),
  };
}

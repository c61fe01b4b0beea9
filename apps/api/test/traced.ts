import type { Server } from './child-process.ts';
import { type Span, startReceiver } from './otlp-receiver.ts';
import { newProject } from './project.ts';
import { firstToken } from './requests.ts';

/** The trace of a caller, and the headers that continue it, sampled (`01`) or not. */
export const traceId = '0af7651916cd43dd8448eb211c80319c';
export const parentId = 'b7ad6b7169203331';
export const continued = (flags: '00' | '01') => ({ traceparent: `00-${traceId}-${parentId}-${flags}` });

/** A project whose server sends its traces to a receiver; `ask` sends a request as the administrator. */
export async function startTraced(settings: Record<string, string> = {}) {
  const receiver = await startReceiver();
  const project = newProject();
  const server = await project.serve({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, ...settings });
  const token = firstToken(project);
  const ask = (path: string, headers: Record<string, string> = {}, body?: unknown) =>
    fetch(server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { receiver, project, server, token, ask };
}

/** The request id, as in the log and the trace. */
export const idOf = (answer: Response) => answer.headers.get('x-request-id');

/** The lines of the log of a server. */
export const logged = (server: Server) =>
  server
    .written()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

/** The only span within another span. */
export function child(spans: Span[], { spanId }: Span): Span {
  const [only, ...others] = spans.filter(({ parentSpanId }) => parentSpanId === spanId);
  if (!only || others.length > 0) throw new Error(`${others.length + (only ? 1 : 0)} spans within ${spanId}`);
  return only;
}

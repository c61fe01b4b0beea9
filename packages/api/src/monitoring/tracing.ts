import {
  type Attributes,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Context as TraceContext,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { Database } from '@plant-store/db';
import { statusOf } from '@plant-store/schema';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ProcedureSpan } from '../context/context.ts';
import { waitedMs } from '../events/waiters.ts';
import { tracedStore } from './traced-store.ts';

type Instruments = { tracer: Tracer; propagator: TextMapPropagator };

// The methods of the semantic conventions for HTTP.
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/** Adds spans of requests, procedures and queries to the trace in `traceparent`, without any address or input. */
export function traceRequests(app: FastifyInstance, { tracer, propagator }: Instruments) {
  const contexts = new WeakMap<FastifyRequest, TraceContext>();
  app.addHook('onRequest', (request, reply, done) => {
    const parent = propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter);
    const span = startSpan(tracer, request, parent);
    contexts.set(request, trace.setSpan(parent, span));
    request.log = reply.log = request.log.child({ traceId: span.spanContext().traceId });
    reply.raw.once('close', () => {
      const waited = waitedMs(reply.raw);
      if (waited > 0) span.setAttribute('plant_store.waited.seconds', waited / 1000);
      finish(span, reply.raw.writableFinished ? reply.raw.statusCode : undefined);
    });
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const parent = contexts.get(request);
    if (request.context && parent)
      request.context.startProcedureSpan = (path) =>
        startProcedureSpan(tracer, parent, path, request.context.db);
    done();
  });
}

function startSpan(tracer: Tracer, request: FastifyRequest, parent: TraceContext): Span {
  const method = methods.has(request.method) ? request.method : undefined;
  const route = request.routeOptions.url;
  const attributes: Attributes = {
    'http.request.method': method ?? '_OTHER',
    'url.scheme': 'http',
    'network.protocol.version': request.raw.httpVersion,
    'plant_store.request_id': request.id,
  };
  if (route !== undefined) attributes['http.route'] = route;
  const name = [method ?? 'HTTP', route].filter((part) => part !== undefined).join(' ');
  return tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
}

/** @param status the status of the answer; absent if the client disconnected before the answer ended */
function finish(span: Span, status: number | undefined) {
  if (status !== undefined) span.setAttribute('http.response.status_code', status);
  if (status === undefined || status >= 500) {
    span.setAttribute('error.type', status === undefined ? 'aborted' : String(status));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

function startProcedureSpan(tracer: Tracer, parent: TraceContext, path: string, db: Database): ProcedureSpan {
  const span = tracer.startSpan(path, {}, parent);
  return {
    db: tracedStore(db, tracer, trace.setSpan(parent, span)),
    end(error) {
      if (error) span.setAttribute('error.type', error.code);
      if (error && statusOf(error.code) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

import { setTimeout as pause } from 'node:timers/promises';
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { createServer } from '@plant-store/api';
import { traceRequests } from '@plant-store/api/tracing';
import type { Env } from '../settings/env.ts';

/** The time for which spans wait to be sent together, in milliseconds. */
const gatherMs = 1_000;
/** The maximum time by which the last spans delay the end of the process. */
const flushMs = 2_000;
/** An unreachable receiver must not fill the log. */
const reportEveryMs = 60_000;

type Trace = NonNullable<Parameters<typeof createServer>[0]['trace']>;
type Log = Parameters<Trace>[0]['log'];
type Tracing = {
  trace: Trace;
  /** Sends the remaining spans, for 2 s at most; never fails. */
  close(): Promise<void>;
};

/**
 * Sends spans in the background; those that cannot be sent are dropped, with a line in the log at most once a minute.
 * OpenTelemetry itself reads address, headers and service name from the environment.
 */
export function startTracing(env: Env): Tracing {
  const problems = createProblems();
  diag.setLogger(reporter(problems.report), { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  const exporter = createExporter(problems.report);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'plant-store' }))
      .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    sampler: samplerOf(env),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: gatherMs })],
  });
  const instruments = {
    tracer: provider.getTracer('plant-store'),
    propagator: new W3CTraceContextPropagator(),
  };
  return {
    trace(app) {
      problems.logTo(app.log);
      traceRequests(app, instruments);
    },
    close: () => Promise.race([provider.shutdown().catch(() => undefined), pause(flushMs)]),
  };
}

function createExporter(report: (problem: string) => void): SpanExporter {
  const exporter = new OTLPTraceExporter();
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { code, error } = result;
        if (code !== ExportResultCode.SUCCESS)
          report(`traces could not be sent and were dropped: ${error?.message ?? 'no reason given'}`);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

function reporter(report: (problem: string) => void) {
  const ignore = () => undefined;
  return {
    error: ignore,
    warn: (...words: unknown[]) => report(words.join(' ')),
    info: ignore,
    debug: ignore,
    verbose: ignore,
  };
}

/** Logs a problem, unless one was logged shortly before. The first problem may occur before the log exists. */
function createProblems() {
  let log: ((problem: string) => void) | undefined;
  let early: string | undefined;
  let quietUntil = 0;
  const report = (problem: string) => {
    if (!log) early ??= problem;
    else if (performance.now() >= quietUntil) {
      quietUntil = performance.now() + reportEveryMs;
      log(problem);
    }
  };
  const logTo = (logger: Log) => {
    log = (problem) => logger.warn(problem);
    if (early !== undefined) report(early);
  };
  return { report, logTo };
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Env): Sampler {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio);
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

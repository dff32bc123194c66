import { context, DiagLogLevel, diag, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../../core/kernel/logger.ts';
import { productVersion } from '../../core/kernel/product-version.ts';
import { OTEL_SETTINGS, type Settings } from '../../core/kernel/settings/schema.ts';

/** Sends every finished span over OTLP; the result sends what is left and ends. */
export function sendTraces(settings: Settings, logger: Logger): () => Promise<void> {
  // The SDK reads the standard variables itself, and knows nothing of `.env`.
  for (const name of Object.keys(OTEL_SETTINGS) as (keyof typeof OTEL_SETTINGS)[]) {
    const value = settings[name];
    if (value !== undefined) process.env[name] ??= String(value);
  }
  const own = resourceFromAttributes({ 'service.name': 'launchlens', 'service.version': productVersion() });
  const provider = new TracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const warn = (detail: string): void => logger.warn({ detail }, 'OpenTelemetry reported a problem');
  diag.setLogger({ ...SILENT, error: warn, warn }, DiagLogLevel.WARN);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}

const ignore = (): void => undefined;
const SILENT = { info: ignore, debug: ignore, verbose: ignore };

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: Settings): Sampler {
  const [parentBased, own = name] = /^parentbased_(.*)$/.exec(name) ?? [];
  const root = ROOTS[own as keyof typeof ROOTS](ratio);
  return parentBased === undefined ? root : new ParentBasedSampler({ root });
}

const ROOTS = {
  always_on: (): Sampler => new AlwaysOnSampler(),
  always_off: (): Sampler => new AlwaysOffSampler(),
  traceidratio: (ratio: number): Sampler => new TraceIdRatioBasedSampler(ratio),
} as const;

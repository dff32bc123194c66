import type { Logger } from '../../core/kernel/logger.ts';
import type { Settings } from '../../core/kernel/settings/schema.ts';
import type { Shutdown } from '../../core/kernel/shutdown.ts';

type TracingSettings = Pick<
  Settings,
  'OTEL_SDK_DISABLED' | 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
>;

export interface TracingOptions {
  readonly settings: Settings;
  readonly logger: Logger;
  readonly shutdown: Pick<Shutdown, 'onClose'>;
}

/** Sends traces from now on, if a collector is set. Otherwise nothing of the SDK is loaded. */
export async function startTracing({ settings, logger, shutdown }: TracingOptions): Promise<void> {
  if (!isTraced(settings)) return;
  const { sendTraces } = await import('./otlp.ts');
  const stop = sendTraces(settings, logger);
  shutdown.onClose('the traces', stop);
}

function isTraced(settings: TracingSettings): boolean {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: traces } = settings;
  return settings.OTEL_SDK_DISABLED !== 'true' && (all ?? traces) !== undefined;
}

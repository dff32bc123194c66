import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino';
import { redactText } from './redact.ts';
import { requestId } from './request-id.ts';

export type { Logger } from 'pino';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Names under which a secret could be logged, at the top level and one level down. */
const SECRET_FIELDS = [
  'authorization',
  'token',
  'xToken',
  'x-token',
  'key',
  'secret',
  'password',
  'device_code',
  'deviceCode',
  'signature',
  'jwt',
  'x-payment',
  'YELLOWSTONE_X_TOKEN',
  'JWT_SECRET',
  'OPERATOR_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'MARKET_DATA_API_KEY',
  'CLICKHOUSE_URL',
  'CLICKHOUSE_SQL_URL',
  'DATABASE_URL',
];

function quoted(field: string): string {
  return /^[a-z_$][\w$]*$/i.test(field) ? field : `["${field}"]`;
}

function redactedPaths(): string[] {
  return SECRET_FIELDS.flatMap((field) => {
    const name = quoted(field);
    const nested = name.startsWith('[') ? `*${name}` : `*.${name}`;
    return [name, nested];
  });
}

/** Structured logs on stderr, so that stdout stays the command's own output. */
export function createLogger(level: LogLevel, target: DestinationStream = process.stderr): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths: redactedPaths(), censor: '[redacted]' },
      hooks: {
        streamWrite: redactText,
      },
      mixin: () => {
        const id = requestId();
        return id === undefined ? {} : { request_id: id };
      },
      formatters: { level: (label) => ({ level: label }) },
    },
    target,
  );
}

/**
 * A log file that is appended to; its directory is created if missing. Writes are synchronous, so a crash loses
 * no line.
 */
export function logToFile(path: string): DestinationStream {
  return destination({ dest: path, mkdir: true, sync: true });
}

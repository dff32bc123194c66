import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isLaunchlensError } from './errors/error.ts';

/** Its spans go nowhere until a command starts tracing. */
export const tracer = trace.getTracer('launchlens');

export interface SpanOptions {
  readonly kind?: SpanKind;
  /** Never an argument, a value or a text of ours that may contain one. */
  readonly attributes?: Attributes;
  /** Milliseconds since the Unix epoch. */
  readonly startTime?: number;
  /** Begins a trace of its own. */
  readonly root?: boolean;
}

/** Runs work in a new span, below the current one unless it is a root. */
export function inSpan<Value>(
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<Value>,
): Promise<Value> {
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The same below a current span. Without one, so always while nothing is traced, it only runs the work. */
export function traced<Value>(
  name: string,
  work: () => Promise<Value>,
  options: SpanOptions = {},
): Promise<Value> {
  return trace.getActiveSpan() === undefined ? work() : inSpan(name, options, work);
}

/** Runs a statement in a span with its name. */
export function tracedStatement<Value>(
  store: 'clickhouse' | 'postgresql',
  sql: string,
  work: () => Promise<Value>,
): Promise<Value> {
  if (trace.getActiveSpan() === undefined) return work();
  const name = statementName(sql);
  const attributes = { 'db.system.name': store, 'db.query.summary': name };
  return inSpan(name, { kind: SpanKind.CLIENT, attributes }, work);
}

/** Marks a span as failed: by the error's code, because messages may contain values. */
function failSpan(span: Span, error: unknown): void {
  const type = isLaunchlensError(error) ? error.code.toLowerCase() : 'unexpected';
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
}

/** Work that a queue starts later keeps the span in which it was asked for. */
export function keepSpan<Work extends () => unknown>(work: Work): Work {
  return context.bind(context.active(), work);
}

const NAMED = /^-- ([\w./-]+)$/m;
const VERB = /^\s*(?:--[^\n]*\n\s*)*([A-Za-z]+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE|TABLE)\s+([A-Za-z_][\w.]*)/i;

/** The file that a statement was read from, else its verb and first table: nothing of its values. */
function statementName(sql: string): string {
  const named = sql.startsWith('-- ') ? NAMED.exec(sql)?.[1] : undefined;
  if (named !== undefined) return named;
  const verb = VERB.exec(sql)?.[1]?.toUpperCase() ?? 'statement';
  const table = TABLE.exec(sql)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

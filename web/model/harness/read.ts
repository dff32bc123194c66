import type { HarnessReport } from '../../../schemas/harness/report.ts';
import { harnessReport, REPORT_SCHEMA } from '../../../schemas/harness/report.ts';
import { contradictionOf } from './recount.ts';

/** A report, or why a text is not one. */
export type Reading =
  | { readonly report: HarnessReport; readonly wrong?: undefined }
  | { readonly report?: undefined; readonly wrong: string };

/** Parses a text as a report of the harness: checks its schema, and that it follows from its own closes and plans. */
export function readReport(text: string): Reading {
  const json = parsed(text);
  if (json === undefined) return { wrong: 'It is not JSON.' };
  const schema = schemaOf(json);
  if (schema !== REPORT_SCHEMA) {
    const named = typeof schema === 'string' ? `Its schema is “${schema.slice(0, 80)}”` : 'It has no schema';
    return { wrong: `${named}; a report has “${REPORT_SCHEMA}”.` };
  }
  const { data: report, error } = harnessReport.safeParse(json);
  if (report === undefined) return { wrong: whereOf(error?.issues[0]) };
  const contradiction = contradictionOf(report);
  return contradiction === undefined ? { report } : { wrong: `It contradicts itself: ${contradiction}.` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const schemaOf = (json: unknown): unknown =>
  typeof json === 'object' && json !== null && 'schema' in json ? json.schema : undefined;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function whereOf(issue: Issue | undefined): string {
  const place = issue?.path.map(String).join('.') ?? '';
  return place === '' ? 'A field is missing or unknown.' : `Its field ${place} is invalid.`;
}

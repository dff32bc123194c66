import { type HarnessReport, harnessReport, REPORT_SCHEMA } from '../../../schemas/harness/report.ts';
import { micros, moneyText } from './figures.ts';
import { replayContradicts } from './replay.ts';

/**
 * The first part of a report that does not follow from its closes, plans, parameters and fees; undefined if everything
 * does. A report alone cannot prove that its bars and plans are right.
 */
function contradictionOf(report: HarnessReport): string | undefined {
  return barsContradict(report) ?? replayContradicts(report) ?? sumsContradict(report);
}

function barsContradict({
  steps,
  equity_curve: curve,
  data,
  consistency,
}: HarnessReport): string | undefined {
  const bars = data.bars;
  if (bars === 0) return 'it has no bar';
  if (steps.length !== bars || curve.length !== bars || consistency.total !== bars) {
    return `it has ${bars} bars, ${steps.length} steps and ${curve.length} points of equity`;
  }
  const odd = steps.findIndex((step, index) => {
    const point = curve[index];
    const matches = step.matched === (step.planned === step.executed);
    return step.i !== index || point?.i !== index || point.ts !== step.ts || !matches;
  });
  if (odd >= 0) return `step ${odd} does not match its bar or its equity`;
  const late = steps.findIndex(({ ts }, index) => index > 0 && ts <= (steps[index - 1]?.ts ?? ts));
  if (late >= 0) return `bar ${late} is not later than the one before`;
  const isWhole = steps[0]?.ts === data.first_ts && steps.at(-1)?.ts === data.last_ts;
  return isWhole ? undefined : 'its bars do not span the times that it states';
}

function sumsContradict({ steps, trades, consistency, total_costs }: HarnessReport): string | undefined {
  const matched = steps.filter((step) => step.matched).length;
  if (matched !== consistency.matched) {
    return `${matched} steps went as planned, not ${consistency.matched}`;
  }
  if (consistency.score !== matched / consistency.total) {
    return 'its score is not the share of its steps that went as planned';
  }
  const costs = trades.reduce((sum, { total_cost }) => sum + micros(total_cost), 0n);
  return costs === micros(total_costs)
    ? undefined
    : `its costs do not add up to those of its trades, ${moneyText(costs)}`;
}

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

import type { HarnessReport } from '../../schemas/harness/report.ts';

/**
 * The report as JSON, with one step, trade or point of the curve per line, so that reports can be compared with a line
 * diff.
 */
export function* reportJson(report: HarnessReport): Generator<string> {
  let before = '{\n';
  for (const [name, value] of Object.entries(report)) {
    yield `${before}${JSON.stringify(name)}: `;
    if (Array.isArray(value)) yield* listJson(value);
    else yield JSON.stringify(value);
    before = ',\n';
  }
  yield '\n}\n';
}

function* listJson(items: readonly unknown[]): Generator<string> {
  if (items.length === 0) return yield '[]';
  let before = '[\n  ';
  for (const item of items) {
    yield before + JSON.stringify(item);
    before = ',\n  ';
  }
  yield '\n]';
}

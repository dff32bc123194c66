import type { Machine } from './machine.ts';
import type { BenchRow } from './row.ts';

const HEAD = ['benchmark', 'unit', 'ours', 'theirs', 'ratio', 'goal', 'met', 'theirs is'] as const;
/** Columns of numbers, set flush right. */
const NUMBERS: ReadonlySet<number> = new Set([2, 3, 4, 5]);

export function machineLine({ cpu, cores, memoryGb, platform, node, commit, load }: Machine): string {
  const parts = [`${cores} cores of ${cpu}`, `${memoryGb} GB`, platform, `node ${node}`, `commit ${commit}`];
  return `${parts.join(', ')}, load ${load.toFixed(1)}`;
}

export function tableOf(rows: readonly BenchRow[]): string {
  const lines = [HEAD, ...rows.map(cells)];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  const [head = '', ...body] = lines.map((line) => aligned(line, widths));
  return [head, rule, ...body].join('\n');
}

function cells({ name, unit, ours, theirs, ratio, goal, baseline }: BenchRow): readonly string[] {
  const met = goal === undefined ? '' : ratio >= goal ? 'yes' : 'no';
  const wanted = goal === undefined ? '' : `${goal}x`;
  const times = Number.isFinite(ratio) ? `${figure(ratio)}x` : '-';
  return [name, unit, figure(ours), figure(theirs), times, wanted, met, baseline];
}

function aligned(line: readonly string[], widths: readonly number[]): string {
  const padded = line.map((cell, column) =>
    NUMBERS.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
  );
  return padded.join('  ').trimEnd();
}

/** Three digits that count. */
function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value >= 1000
    ? Number(value.toPrecision(3)).toLocaleString('en')
    : value.toFixed(Math.min(digits, 3));
}

import type { FaultKind } from '../plan/fault.ts';
import type { Outcome } from '../play/outcome.ts';

interface KindFigures {
  readonly kind: FaultKind;
  /** How often it was drawn, and how often it met the indexer. */
  readonly planned: number;
  readonly met: number;
  readonly recoveryMs: { readonly p50: number; readonly max: number };
}

export interface Figures {
  readonly seeds: number;
  readonly failed: readonly string[];
  readonly seconds: number;
  readonly slots: number;
  readonly rows: number;
  readonly wrong: number;
  readonly lostSlots: number;
  readonly answers: number;
  readonly refusals: number;
  readonly lives: number;
  readonly checkpoints: number;
  readonly maxRss: number;
  readonly recoveryMs: { readonly p50: number; readonly max: number };
  readonly kinds: readonly KindFigures[];
}

/** What all seeds came to, as figures and as a table. */
export function summaryOf(outcomes: readonly Outcome[], ms: number): { figures: Figures; text: string } {
  const sum = (of: (outcome: Outcome) => number): number =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const met = outcomes.flatMap((outcome) => outcome.met);
  const planned = outcomes.flatMap(({ plan }) => plan.faults);
  const kinds = [...new Set(planned.map(({ kind }) => kind))].sort().map((kind): KindFigures => {
    const ofKind = met.filter((one) => one.kind === kind);
    return {
      kind,
      planned: planned.filter((one) => one.kind === kind).length,
      met: ofKind.length,
      recoveryMs: spread(ofKind.flatMap(({ recoveryMs }) => recoveryMs ?? [])),
    };
  });
  const figures: Figures = {
    seeds: outcomes.length,
    failed: outcomes.filter(({ wrong }) => wrong.length > 0).map(({ plan }) => plan.seed),
    seconds: Math.round(ms / 1000),
    slots: sum(({ slots }) => slots),
    rows: sum(({ rows }) => rows),
    wrong: sum(({ wrong }) => wrong.length),
    lostSlots: sum(({ lostSlots }) => lostSlots),
    answers: sum(({ answers }) => answers),
    refusals: sum(({ refusals }) => refusals),
    lives: sum(({ lives }) => lives),
    checkpoints: sum(({ checkpoints }) => checkpoints),
    maxRss: Math.max(0, ...outcomes.map(({ maxRss }) => maxRss)),
    recoveryMs: spread(met.flatMap(({ recoveryMs }) => recoveryMs ?? [])),
    kinds,
  };
  return { figures, text: textOf(figures) };
}

function textOf(figures: Figures): string {
  const table = [
    ['fault', 'planned', 'met', 'recovery p50 ms', 'max ms'],
    ...figures.kinds.map(({ kind, planned, met, recoveryMs: { p50, max } }) =>
      [kind, planned, met, p50, max].map(String),
    ),
  ];
  const widths =
    table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const lines = table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
  const { recoveryMs, failed } = figures;
  return [
    ...lines,
    '',
    `${figures.seeds} seeds in ${figures.seconds} s: ${figures.slots} slots, ${figures.rows} rows and ` +
      `${figures.answers} answers compared, ${figures.wrong} wrong`,
    `${figures.lostSlots} slots lost where the plan left no other way, ${figures.refusals} honest refusals, ` +
      `${figures.lives} lives, ${figures.checkpoints} checkpoints`,
    `recovery p50 ${recoveryMs.p50} ms, max ${recoveryMs.max} ms; at most ${Math.round(figures.maxRss / 1e6)} MB`,
    failed.length === 0 ? 'every seed ended equal' : `FAILED: seeds ${failed.join(', ')}`,
  ].join('\n');
}

function spread(values: readonly number[]): { p50: number; max: number } {
  const ascending = values.toSorted((a, b) => a - b);
  return {
    p50: Math.round(ascending[ascending.length >> 1] ?? 0),
    max: Math.round(ascending.at(-1) ?? 0),
  };
}

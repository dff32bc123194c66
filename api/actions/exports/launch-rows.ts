import { setImmediate as nextTurn } from 'node:timers/promises';
import { LAUNCH_CONFIG_FIELDS } from '../../../schemas/accounts/launch-config.ts';
import { type LaunchAnswer, launch } from '../../../schemas/rest/launch.ts';
import { csvLine, lineValue, NO_ROWS, together } from '../../read/exports/csv-line.ts';
import {
  type ExportField,
  type ExportPage,
  type ExportRows,
  kindsOf,
  type RowsDigest,
} from '../../read/exports/rows.ts';
import type { LaunchFacts, Stamp } from '../../read/model.ts';
import type { Labels } from '../context.ts';
import { launchAnswer } from '../launch-answer.ts';

/** Launches per event-loop turn: deriving the address of a vault takes a tenth of a millisecond. */
const SLICE = 64;

type Column = Exclude<keyof LaunchAnswer, 'explorer'>;

/** Every field of a listed launch except its links, which follow from the addresses. */
const NAMES = Object.keys(launch.omit({ explorer: true }).shape) as Column[];
const KINDS = {
  ...kindsOf(LAUNCH_CONFIG_FIELDS),
  address: { kind: 'text' },
  phase: { kind: 'text' },
  status: { kind: 'text' },
  status_code: { kind: 'count' },
  pledge_window: { kind: 'text', nullable: true },
  launch_mint_decimals: { kind: 'count', nullable: true },
  launch_mint_symbol: { kind: 'text', nullable: true },
  pledge_mint_decimals: { kind: 'count', nullable: true },
  pledge_mint_symbol: { kind: 'text', nullable: true },
  launch_vault: { kind: 'text' },
  escrow_balance: { kind: 'amount', nullable: true },
  vault_balance: { kind: 'amount', nullable: true },
  updated_slot: { kind: 'slot' },
} as const satisfies Readonly<Record<Column, Omit<ExportField, 'name'>>>;
const FIELDS = NAMES.map((name): ExportField => ({ name, ...KINDS[name] }));

/** The launches of a listing. There are few, already in memory: only the writing is spread over event-loop turns. */
export function launchRows(launches: readonly LaunchFacts[], stamp: Stamp, labels: Labels): ExportRows {
  async function* pages(signal: AbortSignal): AsyncGenerator<ExportPage> {
    for (let start = 0; start < launches.length; start += SLICE) {
      signal.throwIfAborted();
      const lines = launches
        .slice(start, start + SLICE)
        .map((launch) => csvLine(cellsOf(launchAnswer(launch, stamp, labels))));
      const sum = lines.reduce((total, line) => total + lineValue(line), 0n);
      yield { ...together(NO_ROWS, { rows: lines.length, sum }), lines: lines.join('\n') };
      await nextTurn();
    }
  }

  return {
    fields: FIELDS,
    digest: async (signal) => {
      let digest: RowsDigest = NO_ROWS;
      for await (const page of pages(signal)) digest = together(digest, page);
      return digest;
    },
    pages,
  };
}

function cellsOf(launch: LaunchAnswer): (string | null)[] {
  return NAMES.map((name) => {
    const value = launch[name];
    if (value === null) return null;
    return typeof value === 'object' ? value.rawJSON : String(value);
  });
}

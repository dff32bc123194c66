import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LaunchAnswer } from '../../../schemas/rest/launch.ts';
import { csvLine, lineValue, NO_ROWS, together } from '../../read/exports/csv-line.ts';
import type { ExportField, ExportPage, ExportRows, FieldKind, RowsDigest } from '../../read/exports/rows.ts';
import type { IndexIdentity, LaunchFacts } from '../../read/model.ts';
import type { ExplorerLink } from '../explorer.ts';
import { launchAnswer } from '../launch-answer.ts';

/** Launches written in one turn of the event loop: the address of a vault takes a tenth of a millisecond to derive. */
const SLICE = 64;

/** Every field of a listed launch but its links, which follow from the addresses. */
const KINDS: Readonly<Record<Exclude<keyof LaunchAnswer, 'explorer'>, FieldKind>> = {
  launch_id: 'amount',
  address: 'text',
  phase: 'text',
  status: 'text',
  status_code: 'count',
  authority: 'text',
  launch_mint: 'text',
  pledge_mint: 'text',
  escrow_token_account: 'text',
  launch_vault: 'text',
  min_raise: 'amount',
  max_raise: 'amount',
  token_allocation: 'amount',
  total_pledged: 'amount',
  pledger_count: 'count',
  start_ts: 'seconds',
  end_ts: 'seconds',
  release_start_ts: 'seconds',
  release_cliff_seconds: 'count',
  release_duration_seconds: 'count',
  max_pledge_per_wallet: 'amount',
  escrow_balance: 'amount',
  vault_balance: 'amount',
  updated_slot: 'slot',
};
const NULLABLE: ReadonlySet<string> = new Set(['escrow_balance', 'vault_balance']);
const NAMES = Object.keys(KINDS) as (keyof typeof KINDS)[];
const FIELDS = NAMES.map(
  (name): ExportField => ({ name, kind: KINDS[name], ...(NULLABLE.has(name) && { nullable: true }) }),
);

/** The launches of a listing. They are few, and known already: only the writing is spread over turns. */
export function launchRows(
  launches: readonly LaunchFacts[],
  identity: IndexIdentity,
  link: ExplorerLink,
): ExportRows {
  async function* pages(signal: AbortSignal): AsyncGenerator<ExportPage> {
    for (let start = 0; start < launches.length; start += SLICE) {
      signal.throwIfAborted();
      const lines = launches
        .slice(start, start + SLICE)
        .map((launch) => csvLine(cellsOf(launchAnswer(launch, identity, link))));
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

import type { Olap } from '../../../core/olap/port.ts';
import { SUMMED_PROGRAMS } from '../../../core/rules/rewards.ts';

export interface LedgerShape {
  readonly events: number;
  readonly wallets: number;
}

/** The wallet of record `n`, as SQL: wallets own records all over the ledger, as in life. */
export function walletOf(n: string, { wallets }: LedgerShape): string {
  return `base58Encode(SHA256(toString((${n}) * 7919 % ${wallets})))`;
}

/** Of ten events four accrue, four price and two settle. */
export function recordsOf({ events }: LedgerShape): number {
  return Math.floor(events * 0.4);
}

const STEP = 500_000;

/** Fills the ledger's tables in steps, as batches come in life, so that they have parts of several sizes. */
export async function fillLedger({ writer }: Olap, shape: LedgerShape): Promise<void> {
  const records = recordsOf(shape);
  const names = SUMMED_PROGRAMS.map((name) => `'${name}'`).join(', ');
  // Without those whose prices do not count: the ledger itself names the program of a record only where it accrued.
  const program = `[${names}][1 + record_id % ${SUMMED_PROGRAMS.length}]`;
  const events = `SELECT
      number % ${records} AS record_id,
      multiIf(number < ${records}, 'accrued', number < ${2 * records}, 'priced', 'paid') AS kind,
      toDateTime64('2026-01-01', 3, 'UTC')
        + toIntervalMillisecond(record_id * 5000 + intDiv(number, ${records}) * 691200000) AS at,
      if(kind = 'priced', cityHash64(number) % 1000000000, NULL) AS amount_base_units,
      if(kind = 'paid', base58Encode(reinterpretAsFixedString(SHA512(toString(number)))), '') AS tx_signature,
      1 + intDiv(number, 10000) AS revision
    FROM numbers({from:UInt64}, {count:UInt64})`;
  const own = `if(kind = 'accrued', ${program}, '') AS program,
    if(kind = 'accrued', ${walletOf('record_id', shape)}, '') AS wallet`;
  for (let from = 0; from < shape.events; from += STEP) {
    const parameters = { from, count: Math.min(STEP, shape.events - from) };
    await writer.command({
      sql: `INSERT INTO reward_events (record_id, kind, at, amount_base_units, tx_signature, revision, program, wallet)
        SELECT *, ${own} FROM (${events})`,
      parameters,
    });
    await writer.command({
      sql: `INSERT INTO reward_events_by_wallet
          (record_id, kind, at, amount_base_units, tx_signature, revision, program, wallet)
        SELECT *, ${program} AS program, ${walletOf('record_id', shape)} AS wallet FROM (${events})`,
      parameters,
    });
  }
  await writer.command({
    sql: `INSERT INTO reward_checkpoints SELECT {revision:UInt64}, {events:UInt64}, now64(3, 'UTC')`,
    parameters: { revision: 1 + Math.ceil(shape.events / 10_000), events: shape.events },
  });
}

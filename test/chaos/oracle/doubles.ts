import { z } from 'zod';
import type { OlapLane } from '../../../core/olap/port.ts';

const doubleRow = z.object({ rows: z.string(), keys: z.string() });

/** What an analyst sees: one row for each launch, each pledge and each slot; nothing that no layout explains. */
export async function doubles(lane: OlapLane, quarantined: number): Promise<string[]> {
  const faults: string[] = [];
  for (const [view, key] of [
    ['launches', 'launch_id'],
    ['pledges', '(launch_id, pledger)'],
    ['(SELECT slot FROM slots ORDER BY slot, revision DESC LIMIT 1 BY slot)', 'slot'],
  ] as const) {
    const sql = `SELECT toString(count()) AS rows, toString(uniqExact(${key})) AS keys FROM ${view}`;
    const [found] = await lane.query({ sql }, doubleRow);
    if (found?.rows !== found?.keys) faults.push(`${view} has ${found?.rows} rows for ${found?.keys} keys`);
  }
  // The same account, slot and revision with two contents would be a coin toss for every reader.
  for (const [table, content] of [
    ['launch_versions', 'status, total_pledged, pledger_count'],
    ['pledge_versions', 'amount, tokens_released, refunded'],
    ['token_account_versions', 'data'],
    ['mint_versions', 'data'],
  ] as const) {
    const sql = `SELECT toString(count()) AS rows, '0' AS keys FROM (
      SELECT address, slot, revision FROM ${table} GROUP BY address, slot, revision
      HAVING uniqExact(closed, lamports, ${content}) > 1)`;
    const [found] = await lane.query({ sql }, doubleRow);
    if (found?.rows !== '0')
      faults.push(`${table} has ${found?.rows} keys of one revision with two contents`);
  }
  const [kept] = await lane.query(
    { sql: "SELECT toString(uniqExact(address)) AS rows, '0' AS keys FROM quarantine" },
    doubleRow,
  );
  if (kept?.rows !== String(quarantined)) faults.push(`${kept?.rows} accounts are in quarantine`);
  return faults;
}

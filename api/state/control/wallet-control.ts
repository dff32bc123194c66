import { z } from 'zod';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Oltp, Queries } from '../../../core/oltp/port.ts';
import { first, jsonColumn, record, timestampColumn } from '../../../core/oltp/statements.ts';
import { PERMISSION_MODES } from '../../../core/rules/permission-mode.ts';
import { OPEN_POLICY } from '../../../core/rules/wallet-policy.ts';
import { SWITCH_STATES } from '../../../core/rules/wallet-switch.ts';
import {
  counterpartiesRecord,
  limitsRecord,
  policyRecord,
  recordOfLimits,
  recordOfPolicy,
} from './columns.ts';

const stored = record({
  switchState: z.enum(SWITCH_STATES),
  mode: z.enum(PERMISSION_MODES),
  policy: jsonColumn(policyRecord),
  limits: jsonColumn(limitsRecord),
  counterparties: jsonColumn(counterpartiesRecord),
  /** ISO 3166-1 alpha-2; undefined before one is declared. */
  jurisdiction: z.string().nullable(),
  /** Unix milliseconds; undefined before anything was set. */
  updatedAt: timestampColumn.nullable(),
});

/** What an owner lets agents do with a wallet. */
export type WalletControl = z.output<typeof stored.row>;

/** The defaults of an owner who has set nothing. */
export const DEFAULT_CONTROL: WalletControl = {
  switchState: 'on',
  mode: 'propose',
  policy: OPEN_POLICY,
  limits: [],
  counterparties: [],
  jurisdiction: undefined,
  updatedAt: undefined,
};

const READ = `SELECT ${stored.columns} FROM wallet_controls WHERE owner = $1`;
const BEGIN = 'INSERT INTO wallet_controls (owner, updated_at) VALUES ($1, $2) ON CONFLICT DO NOTHING';
const SAVE = `UPDATE wallet_controls SET switch_state = $2, mode = $3, policy = $4::jsonb, limits = $5::jsonb,
  counterparties = $6::jsonb, jurisdiction = $7, updated_at = $8 WHERE owner = $1`;

export type WalletControls = ReturnType<typeof createWalletControls>;

export function createWalletControls(oltp: Oltp) {
  return {
    of: async (owner: string) => (await first(oltp, READ, [owner], stored.row)) ?? DEFAULT_CONTROL,
    /** Runs `work` in a transaction that locks the owner's settings. @param now Unix milliseconds */
    holding: <Value>(
      owner: string,
      now: number,
      work: (held: WalletControl, queries: Queries) => Promise<Value>,
    ) => oltp.transaction(async (queries) => work(await lockControl(queries, owner, now), queries)),
  };
}

/**
 * The owner's settings, locked until the transaction ends: nobody changes switch, policy or limits meanwhile, and other
 * lockers wait. A decision written in the same transaction cannot be overtaken by a stop.
 */
export async function lockControl(queries: Queries, owner: string, now: number): Promise<WalletControl> {
  await queries.run(BEGIN, [owner, new Date(now)]);
  const held = await first(queries, `${READ} FOR UPDATE`, [owner], stored.row);
  if (!held)
    throw new LaunchlensError('OLTP_BAD_ROW', { detail: 'a wallet control was made and is not there' });
  return held;
}

/** Writes the new settings, in the transaction that locked them. */
export async function saveControl(
  queries: Queries,
  owner: string,
  { switchState, mode, policy, limits, counterparties, jurisdiction }: WalletControl,
  now: number,
): Promise<void> {
  await queries.run(SAVE, [
    ...[owner, switchState, mode, JSON.stringify(recordOfPolicy(policy))],
    ...[JSON.stringify(recordOfLimits(limits)), JSON.stringify(counterparties)],
    ...[jurisdiction, new Date(now)],
  ]);
}

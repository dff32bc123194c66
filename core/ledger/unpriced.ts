import { z } from 'zod';
import type { RewardProgram } from '../../schemas/reward-programs.ts';
import { type OlapLane, unsignedColumn } from '../olap/port.ts';
import { FEE_SHARE_PROGRAMS } from '../rules/rewards.ts';

export interface UnpricedQuestion {
  readonly program: RewardProgram;
  /** Only records that accrued at or before this moment, in milliseconds. */
  readonly until: number;
  readonly revision: bigint;
  readonly signal?: AbortSignal | undefined;
}

const UNPRICED = `SELECT record_id FROM reward_events_by_wallet
  WHERE program = {program:String} AND revision <= {revision:UInt64}
  GROUP BY wallet, record_id
  HAVING countIf(kind = 'voided') = 0
    AND countIf(kind = 'paid' AND isNotNull(amount_base_units)) = 0
    AND countIf(kind = 'priced' AND NOT (premature = 1 AND {fee_share:Bool})) = 0
    AND countIf(kind = 'accrued' AND isNotNull(amount_base_units)) = 0
    AND toUnixTimestamp64Milli(minIf(at, kind = 'accrued')) <= {until:Int64}`;

/**
 * The records of a programme that are not voided and have no amount, in any order. A reported payment does not
 * give one.
 */
export async function* unpricedRecords(
  lane: OlapLane,
  { program, until, revision, signal }: UnpricedQuestion,
): AsyncGenerator<readonly bigint[]> {
  const feeShare = FEE_SHARE_PROGRAMS.some((name) => name === program);
  const parameters = { program, until, revision, fee_share: feeShare };
  const row = z.object({ record_id: unsignedColumn });
  for await (const rows of lane.stream({ sql: UNPRICED, parameters, ...(signal && { signal }) }, row)) {
    yield rows.map(({ record_id }) => record_id);
  }
}

import { z } from 'zod';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';

/** The state of a requested repair. */
export interface RepairAnswer {
  readonly state: 'wanted' | 'taken' | 'failed' | 'done';
  /** The slot at which the index was compared with the chain. */
  readonly slot: bigint;
  /** Differing accounts, and how many of them were repaired. */
  readonly differing: bigint;
  readonly repaired: bigint;
  /** Why it failed. */
  readonly detail: string;
}

const NOTHING = { slot: 0n, differing: 0n, repaired: 0n, detail: '' } as const;

const SAY = `INSERT INTO repair_requests (id, state, slot, differing, repaired, detail, at)
  SELECT {id:String}, {state:String}, {slot:UInt64}, {differing:UInt64}, {repaired:UInt64}, {detail:String},
    now64(3, 'UTC')`;

/** Asks the process that writes the index to compare it with the chain and repair differences. */
export function askForRepair(lane: OlapLane, id: string): Promise<void> {
  return answerRepair(lane, id, { state: 'wanted' });
}

export function answerRepair(
  lane: OlapLane,
  id: string,
  answer: Partial<RepairAnswer> & Pick<RepairAnswer, 'state'>,
): Promise<void> {
  return lane.command({ sql: SAY, parameters: { id, ...NOTHING, ...answer } });
}

const ANSWER = `SELECT toString(state) AS answer_state, slot, differing, repaired, detail FROM repair_requests
  WHERE id = {id:String} ORDER BY state DESC LIMIT 1`;

const answerRow = z
  .object({
    answer_state: z.enum(['wanted', 'taken', 'failed', 'done']),
    slot: unsignedColumn,
    differing: unsignedColumn,
    repaired: unsignedColumn,
    detail: z.string(),
  })
  .transform(({ answer_state: state, ...answer }): RepairAnswer => ({ state, ...answer }));

/** The newest answer to a request. */
export async function repairAnswer(
  lane: OlapLane,
  id: string,
  signal: AbortSignal,
): Promise<RepairAnswer | undefined> {
  const [answer] = await lane.query({ sql: ANSWER, parameters: { id }, signal }, answerRow);
  return answer;
}

/** The longest wait, by the store's clock. */
const PATIENCE = 'INTERVAL 10 MINUTE';
const OPEN = `SELECT id FROM repair_requests GROUP BY id
  HAVING max(state) < 'failed' AND min(at) > now64(3, 'UTC') - ${PATIENCE}`;

const openRow = z.object({ id: z.string() });

/** Requests without a final answer, including those taken by a process that has ended. */
export async function openRepairs(lane: OlapLane, signal: AbortSignal): Promise<readonly string[]> {
  const rows = await lane.query({ sql: OPEN, signal }, openRow);
  return rows.map(({ id }) => id);
}

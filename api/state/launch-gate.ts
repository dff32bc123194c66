import { z } from 'zod';
import type { Oltp, Queries } from '../../core/oltp/port.ts';
import { count, smallColumn, timestampColumn } from '../../core/oltp/statements.ts';
import { GATE_LEG_STATUSES, type GateLegStatus } from '../../schemas/rest/launch-gate.ts';
import { type OperatorAction, recordOperatorAction } from './operator-actions.ts';

export interface Leg {
  readonly name: string;
  readonly status: GateLegStatus;
  readonly note: string;
  /** Unix milliseconds. */
  readonly updatedAt: number;
}

/** The legs, read together. */
export interface GateState {
  /** Increases with every change, by any process. */
  readonly version: number;
  /** In the order in which they were added. */
  readonly legs: readonly Leg[];
}

type Listener = (state: GateState) => void;

/** One set for all who write to a store: the API and the operator's commands. */
class GateListeners extends Set<Listener> {}

const legRow = z.object({
  version: smallColumn,
  name: z.string().nullable(),
  status: z.enum(GATE_LEG_STATUSES).nullable(),
  note: z.string().nullable(),
  updated_at: timestampColumn.nullable(),
});

/** One statement, so that version and legs belong together. */
const READ = `SELECT version, name, status, note, updated_at
  FROM launch_gate LEFT JOIN launch_gate_legs ON true ORDER BY id`;
/** Serializes changes, so that two cannot both add the last leg that there is room for. */
const LOCK = 'SELECT version FROM launch_gate FOR UPDATE';
const MOVE_ON = 'UPDATE launch_gate SET version = version + 1';
const OTHERS = 'SELECT count(*) FROM launch_gate_legs WHERE folded_name <> $1';
const SET = `INSERT INTO launch_gate_legs (name, folded_name, status, note, updated_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (folded_name) DO UPDATE SET name = excluded.name, status = excluded.status, note = excluded.note,
    updated_at = excluded.updated_at`;
const REMOVE = 'DELETE FROM launch_gate_legs WHERE folded_name = $1';

/** The off-chain launch gate. Each change and its record are one transaction. */
export type LaunchGate = ReturnType<typeof createLaunchGate>;

export function createLaunchGate(oltp: Oltp) {
  const listeners = oltp.shared.one(GateListeners);
  const changed = async (work: (queries: Queries) => Promise<GateState | undefined>) => {
    const state = await oltp.transaction(work);
    if (state) for (const listener of listeners) listener(state);
    return state;
  };
  return {
    read: () => read(oltp),
    /** Sets a leg, or adds one if there are fewer than `most`; otherwise returns undefined. */
    set: (leg: Leg, action: OperatorAction, most: number) =>
      changed((queries) => setLeg(queries, leg, action, most)),
    /** Undefined if the leg does not exist. */
    remove: (name: string, action: OperatorAction) => changed((queries) => removeLeg(queries, name, action)),
    /** Reports every change that this process makes. @returns a function that unsubscribes */
    whenChanged: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function setLeg(
  queries: Queries,
  { name, status, note, updatedAt }: Leg,
  action: OperatorAction,
  most: number,
): Promise<GateState | undefined> {
  await queries.query(LOCK, [], z.unknown());
  if ((await count(queries, OTHERS, [folded(name)])) >= most) return undefined;
  await queries.run(SET, [name, folded(name), status, note, new Date(updatedAt)]);
  return noted(queries, action);
}

async function removeLeg(
  queries: Queries,
  name: string,
  action: OperatorAction,
): Promise<GateState | undefined> {
  await queries.query(LOCK, [], z.unknown());
  return (await queries.run(REMOVE, [folded(name)])) === 0 ? undefined : noted(queries, action);
}

/** The end of every change. */
async function noted(queries: Queries, action: OperatorAction): Promise<GateState> {
  await queries.run(MOVE_ON);
  await recordOperatorAction(queries, action);
  return read(queries);
}

async function read(queries: Pick<Queries, 'query'>): Promise<GateState> {
  const rows = await queries.query(READ, [], legRow);
  const legs = rows.flatMap(({ name, status, note, updated_at: updatedAt }) =>
    name === null || status === null || note === null || updatedAt === null
      ? []
      : [{ name, status, note, updatedAt }],
  );
  return { version: rows[0]?.version ?? 0, legs };
}

/** Not left to the store, whose notion of case depends on its locale. */
function folded(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

import { type ZodType, z } from 'zod';
import { type OlapLane, type Statement, signedColumn, unsignedColumn } from '../../../core/olap/port.ts';
import {
  datedLaunchRow,
  datedPledgeRow,
  datedTokenAccountRow,
  everyLaunch,
  everyPledge,
  everyTokenAccount,
  launchRow,
  newestLaunches,
  newestPledges,
  newestTokenAccounts,
  OF_LAUNCHES,
  pledgeRow,
  tokenAccountRow,
} from '../account-versions.ts';
import type { Checkpoint } from '../checkpoint.ts';
import { sqlFile } from '../sql-file.ts';
import type { SlotTime } from './recent-past.ts';
import type { Changes } from './state.ts';

const CHANGED = 'revision >= {from:UInt64} AND (revision > {from:UInt64} OR slot >= {next:UInt64})';
const LAUNCHES = newestLaunches(CHANGED);
const TOKEN_ACCOUNTS = newestTokenAccounts(CHANGED);
const PLEDGES = newestPledges(CHANGED);
const PLEDGES_OF_LAUNCHES = newestPledges(`${OF_LAUNCHES} AND ${CHANGED}`);
const EVERY_LAUNCH = everyLaunch(CHANGED);
const EVERY_TOKEN_ACCOUNT = everyTokenAccount(CHANGED);
const EVERY_PLEDGE = everyPledge(CHANGED);
const SLOT_TIMES = sqlFile(import.meta.url, '../slot-times.sql');

const slotTimeRow = z
  .object({ slot: unsignedColumn, known_time: signedColumn })
  .transform(({ slot, known_time }): SlotTime => ({ slot, time: known_time }));

/** The whole state at a checkpoint: everything from revision 0, which backfilled rows have. */
export function everythingAt(checkpoint: Checkpoint, signal: AbortSignal): Since {
  return { from: 0n, next: 0n, checkpoint, signal };
}

/** Changes that are parsed between two turns of the event loop. */
export const FEW = 4_096;

export interface Since {
  readonly from: bigint;
  /** Of the rows of that revision, those of earlier slots are known. */
  readonly next: bigint;
  readonly checkpoint: Checkpoint;
  readonly signal: AbortSignal;
}

/**
 * The newest version of each account that changed in the revisions from `from` up to and including the checkpoint's, in
 * bounded portions. A backfill changes no answer at a known slot, so holders of the state need not read its rows.
 */
async function* changesUpTo(lane: OlapLane, since: Since): AsyncGenerator<Changes> {
  yield* accountsUpTo(lane, since);
  yield* pledgesUpTo(lane, since);
}

/** The same without pledges, of which there are many. */
export async function* accountsUpTo(lane: OlapLane, since: Since): AsyncGenerator<Changes> {
  const rows = <Row>(sql: string, row: ZodType<Row>) => lane.stream(statement(sql, since), row);
  for await (const launches of rows(LAUNCHES, launchRow)) yield { launches };
  for await (const tokenAccounts of rows(TOKEN_ACCOUNTS, tokenAccountRow)) yield { tokenAccounts };
}

/** The pledges alone: of all launches, or of these. */
export async function* pledgesUpTo(
  lane: OlapLane,
  since: Since,
  launchIds?: readonly bigint[],
): AsyncGenerator<Changes> {
  const all = statement(launchIds ? PLEDGES_OF_LAUNCHES : PLEDGES, since);
  const parameters = { ...all.parameters, ...(launchIds && { launch_ids: launchIds }) };
  for await (const pledges of lane.stream({ ...all, parameters }, pledgeRow)) yield { pledges };
}

/** Changes of one slot, or of several if none is named. */
export interface Portion extends Changes {
  readonly slot?: bigint;
}

export interface Tail {
  readonly portions: readonly Portion[];
  /** The block times of the slots. Undefined if only the newest version of each account was read. */
  readonly times: readonly SlotTime[] | undefined;
}

/**
 * The changes since a state in memory; undefined if there are more than `longest`. To start a stream blocks every request
 * for as long as the embedded engine plans it, while a query is planned beside them. So few changes, as there are after
 * each slot, are queried: every version, in the order of the slots.
 */
export async function tailUpTo(lane: OlapLane, since: Since, longest: number): Promise<Tail | undefined> {
  const few = await fewChangesUpTo(lane, since, Math.min(FEW, longest));
  if (few) return few;
  const portions: Changes[] = [];
  let rows = 0;
  for await (const changes of changesUpTo(lane, since)) {
    rows += changeCount(changes);
    if (rows > longest) return undefined;
    portions.push(changes);
  }
  return { portions, times: undefined };
}

async function fewChangesUpTo(lane: OlapLane, since: Since, most: number): Promise<Tail | undefined> {
  const rows = <Row>(sql: string, row: ZodType<Row>) =>
    lane.query(statement(`${sql}\nLIMIT ${most + 1}`, since), row);
  const [launches, tokenAccounts, pledges, times] = await Promise.all([
    rows(EVERY_LAUNCH, datedLaunchRow),
    rows(EVERY_TOKEN_ACCOUNT, datedTokenAccountRow),
    rows(EVERY_PLEDGE, datedPledgeRow),
    rows(SLOT_TIMES, slotTimeRow),
  ]);
  const portions = [
    ...launches.map(({ slot, version }) => ({ slot, launches: [version] })),
    ...tokenAccounts.map(({ slot, version }) => ({ slot, tokenAccounts: [version] })),
    ...pledges.map(({ slot, version }) => ({ slot, pledges: [version] })),
  ];
  if (portions.length > most || times.length > most) return undefined;
  return { portions: portions.sort((a, b) => (a.slot < b.slot ? -1 : a.slot > b.slot ? 1 : 0)), times };
}

function statement(sql: string, { from, next, checkpoint: { revision, slot }, signal }: Since): Statement {
  return { sql, parameters: { from, next, revision, slot }, signal };
}

export function changeCount({ launches = [], tokenAccounts = [], pledges = [] }: Changes): number {
  return launches.length + tokenAccounts.length + pledges.length;
}

/** The launches affected by the changes, including those with only a changed pledge or balance. */
export function launchIdsOf({ launches = [], tokenAccounts = [], pledges = [] }: Changes): bigint[] {
  return [
    ...launches.map(({ launchId }) => launchId),
    ...tokenAccounts.map(({ launchId }) => launchId),
    ...pledges.map(({ launchId }) => launchId),
  ];
}

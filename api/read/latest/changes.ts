import type { ZodType } from 'zod';
import type { OlapLane, Statement } from '../../../core/olap/port.ts';
import {
  launchRow,
  newestLaunches,
  newestPledges,
  newestTokenAccounts,
  pledgeRow,
  tokenAccountRow,
} from '../account-versions.ts';
import type { Checkpoint } from '../checkpoint.ts';
import type { Changes } from './state.ts';

const CHANGED = 'revision >= {from:UInt64}';
const LAUNCHES = newestLaunches(CHANGED);
const TOKEN_ACCOUNTS = newestTokenAccounts(CHANGED);
const PLEDGES = newestPledges(CHANGED);

/** Changes that are parsed between two turns of the event loop. */
const FEW = 4_096;

export interface Since {
  /** From revision 0, which backfilled rows have, it is the whole state. */
  readonly from: bigint;
  readonly checkpoint: Checkpoint;
  readonly signal: AbortSignal;
}

/**
 * The newest version of each account that changed in the revisions from `from` up to and including the checkpoint's, in
 * bounded portions. A backfill changes no answer at a known slot, so holders of the state need not read its rows.
 */
export async function* changesUpTo(lane: OlapLane, since: Since): AsyncGenerator<Changes> {
  const rows = <Row>(sql: string, row: ZodType<Row>) => lane.stream(statement(sql, since), row);
  for await (const launches of rows(LAUNCHES, launchRow)) yield { launches };
  for await (const tokenAccounts of rows(TOKEN_ACCOUNTS, tokenAccountRow)) yield { tokenAccounts };
  for await (const pledges of rows(PLEDGES, pledgeRow)) yield { pledges };
}

/**
 * The same, for changes since a state in memory; undefined if there are more than `longest`. To start a stream blocks every
 * request for as long as the embedded engine plans it, while a query is planned beside them. So few changes, as there
 * are after each slot, are queried.
 */
export async function tailUpTo(
  lane: OlapLane,
  since: Since,
  longest: number,
): Promise<readonly Changes[] | undefined> {
  const few = await fewChangesUpTo(lane, since, Math.min(FEW, longest));
  if (few) return [few];
  const portions: Changes[] = [];
  let rows = 0;
  for await (const changes of changesUpTo(lane, since)) {
    rows += changeCount(changes);
    if (rows > longest) return undefined;
    portions.push(changes);
  }
  return portions;
}

async function fewChangesUpTo(lane: OlapLane, since: Since, most: number): Promise<Changes | undefined> {
  const rows = <Row>(sql: string, row: ZodType<Row>) =>
    lane.query(statement(`${sql} LIMIT ${most + 1}`, since), row);
  const [launches, tokenAccounts, pledges] = await Promise.all([
    rows(LAUNCHES, launchRow),
    rows(TOKEN_ACCOUNTS, tokenAccountRow),
    rows(PLEDGES, pledgeRow),
  ]);
  const changes = { launches, tokenAccounts, pledges };
  return changeCount(changes) > most ? undefined : changes;
}

function statement(sql: string, { from, checkpoint: { revision, slot }, signal }: Since): Statement {
  return { sql, parameters: { from, revision, slot }, signal };
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

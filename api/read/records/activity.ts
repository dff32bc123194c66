import type { z } from 'zod';
import { pubkeyText } from '../../../core/kernel/encoded-text.ts';
import { type Pubkey, pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { flagColumn, hexColumn, unsignedColumn } from '../../../core/olap/port.ts';
import type { ActivityKind } from '../../../schemas/activity-kinds.ts';
import { launchesById } from '../history/launches-at.ts';
import type { AskAt } from '../history/query.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';
import { mintDecimals, mintsOf } from './mint-decimals.ts';
import type { MirrorRecords } from './records.ts';
import { slotTimes } from './slot-times.ts';

const SQL = sqlFile(import.meta.url, 'activity.sql');

const changeRow = rowOf({
  slot: ['change_slot', unsignedColumn],
  launchId: unsignedColumn,
  pledger: ['pledger_key', pubkeyText],
  amount: unsignedColumn,
  tokensReleased: unsignedColumn,
  refunded: flagColumn,
  closed: flagColumn,
  /** Zeros if a snapshot showed the state. */
  signature: ['signature_hex', hexColumn],
  wasAmount: unsignedColumn,
  wasReleased: unsignedColumn,
  wasRefunded: flagColumn,
});

/** A changed Pledge, and its state before: zeros if it did not exist. */
export type PledgeChange = z.output<typeof changeRow>;

/** The position of a change in the list. */
export interface ActivityPosition {
  readonly slot: bigint;
  readonly launchId: bigint;
  readonly pledger: Pubkey;
}

export interface ActivityQuestion {
  readonly kind?: ActivityKind | undefined;
  readonly launchId?: bigint | undefined;
  readonly after?: ActivityPosition | undefined;
  readonly limit: number;
}

/** What happened to a pledge. */
export interface Happened {
  readonly kind: ActivityKind;
  /** Base units: of the launch mint for a claim, otherwise of the pledge mint. */
  readonly amount: bigint;
}

/**
 * What a change of a Pledge was, from its fields before and after. Several of a kind in one slot are one. A Pledge that
 * closes after its refund or claim only returns its rent.
 */
export function happenedIn(change: PledgeChange): Happened[] {
  const { closed, amount, wasAmount, tokensReleased, wasReleased, refunded, wasRefunded } = change;
  if (closed) {
    const isOpen = wasAmount > 0n && !wasRefunded && wasReleased === 0n;
    return isOpen ? [{ kind: 'withdrawal', amount: wasAmount }] : [];
  }
  const found: Happened[] = [];
  if (amount > wasAmount) found.push({ kind: 'pledge', amount: amount - wasAmount });
  if (amount < wasAmount) found.push({ kind: 'withdrawal', amount: wasAmount - amount });
  if (tokensReleased > wasReleased) found.push({ kind: 'claim', amount: tokensReleased - wasReleased });
  if (refunded && !wasRefunded) found.push({ kind: 'refund', amount });
  return found;
}

/** Slots that are looked through first: a page of a busy program is within minutes of where it begins. */
const FIRST_SLOTS = 4_096n;
const WIDER = 64n;

/** One page of changed Pledges of all launches, newest first, with what shows their amounts and times. */
export async function activityPage({ ask, scan, stamp }: MirrorRecords, question: ActivityQuestion) {
  const { limit } = question;
  const found = await newestChanges(scan, question, stamp.slot);
  const changes = found.slice(0, limit);
  const launches = await launchesById(ask, [...new Set(changes.map(({ launchId }) => launchId))]);
  const [decimals, times] = await Promise.all([
    mintDecimals(ask, mintsOf(launches)),
    slotTimes(
      ask,
      changes.map(({ slot }) => slot),
    ),
  ]);
  return {
    changes,
    more: found.length > limit,
    launches: new Map(launches.map((launch) => [launch.launchId, launch])),
    decimals,
    times,
  };
}

/** The newest changes, at most one more than the limit, from as few slots as have them: all are read only if none do. */
async function newestChanges(
  scan: AskAt,
  { kind, launchId, after, limit }: ActivityQuestion,
  newest: bigint,
): Promise<readonly PledgeChange[]> {
  const parameters = {
    kind: kind ?? '',
    of_any: launchId === undefined,
    of_launch: launchId ?? 0n,
    from_start: after === undefined,
    after_slot: after?.slot ?? 0n,
    after_launch: after?.launchId ?? 0n,
    after_pledger: after ? Buffer.from(pubkeyBytes(after.pledger)).toString('hex') : '',
    limit: limit + 1,
  };
  const to = after?.slot ?? newest;
  for (let slots = FIRST_SLOTS; ; slots *= WIDER) {
    const from = to > slots ? to - slots : 0n;
    const found = await scan(SQL, { ...parameters, from_slot: from }, changeRow);
    if (found.length > limit || from === 0n) return found;
  }
}

export type ActivityFacts = Awaited<ReturnType<typeof activityPage>>;

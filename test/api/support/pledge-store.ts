import type { LaunchVersion, PledgeVersion } from '../../../api/read/account-versions.ts';
import type { Checkpoint } from '../../../api/read/checkpoint.ts';
import { RecentPast } from '../../../api/read/latest/recent-past.ts';
import type { LatestSnapshot } from '../../../api/read/latest/snapshot.ts';
import { snapshotOf } from '../../../api/read/latest/snapshot.ts';
import type { LatestState } from '../../../api/read/latest/state.ts';
import type { Rollback } from '../../../api/read/rollbacks.ts';
import type { Olap, OlapLane, Statement } from '../../../core/olap/port.ts';
import { absent } from '../../support/absent.ts';
import { keyOf, pubkeyOf, TEST_PROGRAM } from '../../support/index-builder.ts';

interface Row<Version> {
  readonly slot: bigint;
  readonly revision: bigint;
  readonly version: Version;
}
type Bounds = Pick<Checkpoint, 'slot' | 'revision'>;

/** A store of account versions in this process, for tests of how pledges get into memory and out of it. */
export class PledgeStore {
  launches: Row<LaunchVersion>[] = [];
  pledges: Row<PledgeVersion>[] = [];
  rollbacks: Rollback[] = [];
  /** Pledges that were read from it. */
  rowsRead = 0;
  /** Called in the middle of each stream. */
  midway: () => Promise<void> = async () => undefined;

  /** The versions that are newest at a slot. */
  newest({ slot, revision }: Bounds): { launches: LaunchVersion[]; pledges: PledgeVersion[] } {
    const known = <Version>(rows: readonly Row<Version>[]): Version[] =>
      rows
        .filter((row) => row.slot <= slot && row.revision <= revision)
        .sort((a, b) => Number(a.slot - b.slot) || Number(a.revision - b.revision))
        .map(({ version }) => version);
    const launches = new Map(known(this.launches).map((launch) => [launch.launchId, launch]));
    const pledges = new Map(known(this.pledges).map((pledge) => [idOf(pledge), pledge]));
    return { launches: [...launches.values()], pledges: [...pledges.values()].sort(inTableOrder) };
  }

  removeAbove(slot: bigint): void {
    this.launches = this.launches.filter((row) => row.slot <= slot);
    this.pledges = this.pledges.filter((row) => row.slot <= slot);
  }

  get olap(): Olap {
    const lane = { query: this.#query.bind(this), stream: this.#stream.bind(this) } as unknown as OlapLane;
    return { ...absent<Olap>('store'), kind: 'embedded', reader: lane, scanner: lane } as Olap;
  }

  async #query({ sql, parameters = {} }: Statement): Promise<unknown[]> {
    if (sql.includes('rollbacks.sql')) {
      return this.rollbacks.filter(({ revision }) => revision > (parameters.after as bigint));
    }
    const found = this.pledges.filter(
      (row) => row.slot <= (parameters.slot as bigint) && row.revision <= (parameters.revision as bigint),
    );
    if (sql.includes('pledge-counts.sql')) {
      const byLaunch = Map.groupBy(found, ({ version }) => version.launchId);
      return [...byLaunch].map(([launchId, rows]) => ({ launchId, versions: rows.length }));
    }
    const ofLaunch = found.filter(({ version }) => version.launchId === parameters.launch_id);
    return [{ accounts: new Set(ofLaunch.map(({ version }) => idOf(version))).size }];
  }

  async *#stream({ parameters = {} }: Statement): AsyncGenerator<PledgeVersion[]> {
    const ids = parameters.launch_ids as readonly bigint[] | undefined;
    const read = (): PledgeVersion[] =>
      this.newest(parameters as unknown as Bounds).pledges.filter(
        ({ launchId }) => !ids || ids.includes(launchId),
      );
    // What happens in the middle of the stream does not change its first rows, but those after them.
    const first = read().slice(0, Math.ceil(read().length / 2));
    this.rowsRead += first.length;
    yield first;
    await this.midway();
    const seen = new Set(first.map(idOf));
    const second = read().filter((version) => !seen.has(idOf(version)));
    this.rowsRead += second.length;
    yield second;
  }
}

function idOf({ launchId, pledger }: PledgeVersion): string {
  return `${launchId} ${Buffer.from(pledger).toString('hex')}`;
}

function inTableOrder(a: PledgeVersion, b: PledgeVersion): number {
  return Number(a.launchId - b.launchId) || Buffer.compare(a.pledger, b.pledger);
}

export function launchVersion(
  fields: Pick<LaunchVersion, 'launchId' | 'updatedSlot'> & Partial<LaunchVersion>,
): LaunchVersion {
  const key = pubkeyOf('key');
  return {
    ...{ status: 'active', authority: key, launchMint: key, pledgeMint: key, escrowTokenAccount: key },
    ...{ minRaise: 0n, maxRaise: 0n, tokenAllocation: 1_000n, totalPledged: 70n, pledgerCount: 0 },
    ...{ startTs: fields.launchId, endTs: 0n, releaseStartTs: 0n, releaseCliffSeconds: 0 },
    ...{ releaseDurationSeconds: 0, maxPledgePerWallet: 0n, address: key, closed: false },
    ...fields,
  };
}

export function pledgeVersion(
  fields: Pick<PledgeVersion, 'launchId' | 'updatedSlot'> & {
    readonly wallet: string;
  } & Partial<PledgeVersion>,
): PledgeVersion {
  const { wallet, ...others } = fields;
  return {
    ...{ pledger: keyOf(wallet), address: keyOf(`pledge of ${wallet}`), amount: 1n, tokensReleased: 0n },
    ...{ refunded: false, pledgedTs: 0n, closed: false },
    ...others,
  };
}

/** A snapshot of a state that was read at a checkpoint. */
export function loadedSnapshot(
  state: LatestState,
  position: Bounds & { rollbackRevision?: bigint },
): LatestSnapshot {
  const checkpoint: Checkpoint = {
    ...{ chainSlot: position.slot, slotTime: position.slot * 10n, commitment: 'confirmed', indexedAt: 0 },
    ...{ rollbackRevision: 0n, finalizedSlot: 0n, tokensByTransactions: false },
    ...position,
  };
  return snapshotOf({
    ...{ state, checkpoint, recent: new RecentPast(checkpoint.slot), rollbacks: [], epoch: 1 },
    identity: { programId: TEST_PROGRAM, cluster: 'localnet' },
    surroundings: SURROUNDINGS,
  });
}

export const SURROUNDINGS = {
  ...{ now: undefined, verifiedSlot: undefined, unreadable: undefined },
  coverage: { first: 1n, lost: [] },
  quarantine: { rows: 0n, newestRevision: 0n },
};

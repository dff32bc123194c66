import { z } from 'zod';
import { pubkeyText } from '../../core/kernel/encoded-text.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { type Pubkey, pubkeyBytes, pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { flagColumn, type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { accountDiscriminator } from '../../idl/discriminators.ts';
import { launchAddress, pledgeAddress } from '../../idl/pda.ts';
import { rowOf } from './row.ts';
import { sqlFile } from './sql-file.ts';

const SQL = sqlFile(import.meta.url, 'unreadable.sql');
const ROWS = `SELECT count() AS rows, max(revision) AS newest_revision FROM quarantine WHERE slot <= {slot:UInt64} AND revision <= {revision:UInt64}`;

/** The most kept individually; with more, nothing is answered that any of them could make wrong. */
const MOST = 50_000;

const DISCRIMINATORS = ['LaunchConfig', 'Pledge'].map((name) =>
  Buffer.from(accountDiscriminator(name)).toString('hex'),
);

const quarantineRow = rowOf({ rows: unsignedColumn, newestRevision: unsignedColumn });

/** How much is in quarantine. Two that are equal, one after another, have the same rows. */
export type Quarantine = z.output<typeof quarantineRow>;

const KINDS = ['', 'launch', 'escrow', 'vault', 'pledge'] as const;
const accountRow = rowOf({
  address: ['address_key', pubkeyText],
  /** The first slot at which it was unreadable. */
  since: ['since_slot', unsignedColumn],
  /** What it was when readable; undefined if it never was. */
  kind: ['kind_name', z.enum(KINDS).transform((kind) => (kind === '' ? null : kind))],
  /** 0 for an account that was never readable. */
  launchId: ['launch_number', unsignedColumn],
  /** For a Pledge; otherwise zeros. */
  pledger: ['pledger_key', pubkeyText],
  /**
   * Whether it has the discriminator of a LaunchConfig or a Pledge. The program may have other accounts, which no answer
   * shows.
   */
  ours: flagColumn,
});

export type UnreadableAccount = z.output<typeof accountRow>;

/** Accounts of one slot whose newest bytes could not be decoded: their current state is unknown. */
export class Unreadable {
  readonly #slot: bigint;
  readonly #program: Uint8Array;
  readonly #accounts: readonly UnreadableAccount[];
  readonly #byAddress: ReadonlyMap<string, UnreadableAccount>;
  readonly #launches = new Map<bigint, UnreadableAccount>();
  readonly #pledges = new Map<bigint, UnreadableAccount>();

  constructor(accounts: readonly UnreadableAccount[], { slot, program }: { slot: bigint; program: Pubkey }) {
    this.#slot = slot;
    this.#program = pubkeyBytes(program);
    this.count = accounts.filter(({ kind, ours }) => kind !== undefined || ours).length;
    this.#accounts = accounts.filter(({ kind }) => kind !== undefined);
    this.#byAddress = new Map(accounts.map((account) => [account.address, account]));
    for (const account of this.#accounts) {
      const by = account.kind === 'pledge' ? this.#pledges : this.#launches;
      if (!by.has(account.launchId)) by.set(account.launchId, account);
    }
  }

  /** Accounts that were once readable, or have the discriminator of a LaunchConfig or a Pledge. */
  readonly count: number;

  /** Launches with any unreadable account. */
  get launchIds(): readonly bigint[] {
    return [...this.#launches.keys(), ...this.#pledges.keys()];
  }

  /** Whether the launch itself, or a balance shown with it, is unknown. */
  hides(launchId: bigint): boolean {
    return this.#launches.has(launchId);
  }

  /** @throws ACCOUNT_UNREADABLE */
  requireLaunch(launchId: bigint): void {
    this.#refuse(this.#launches.get(launchId));
  }

  /** Every Pledge of a launch. @throws ACCOUNT_UNREADABLE */
  requirePledges(launchId: bigint): void {
    this.#refuse(this.#pledges.get(launchId));
  }

  /** @throws ACCOUNT_UNREADABLE */
  requirePledge(launchId: bigint, wallet: Pubkey): void {
    this.requireAccount(pubkeyFromBytes(pledgeAddress(this.#program, launchId, pubkeyBytes(wallet))));
  }

  /**
   * No launch is known by an id: an account that was never readable may be at its address. @throws ACCOUNT_UNREADABLE
   */
  requireNoLaunch(launchId: bigint): void {
    this.requireAccount(pubkeyFromBytes(launchAddress(this.#program, launchId)));
  }

  /** Every Pledge of a wallet. @throws ACCOUNT_UNREADABLE */
  requireWallet(wallet: Pubkey): void {
    this.#refuse(this.#accounts.find(({ kind, pledger }) => kind === 'pledge' && pledger === wallet));
  }

  /** @throws ACCOUNT_UNREADABLE */
  requireAccount(address: Pubkey): void {
    this.#refuse(this.#byAddress.get(address));
  }

  #refuse(account: UnreadableAccount | undefined): void {
    if (!account) return;
    const { address, since } = account;
    throw new LaunchlensError('ACCOUNT_UNREADABLE', { address, since, slot: this.#slot });
  }
}

/** The quarantine up to a slot and revision. Without rows, no account was unreadable at any earlier slot either. */
export async function readQuarantine(
  lane: OlapLane,
  { slot, revision }: Pick<UnreadableQuestion, 'slot' | 'revision'>,
  signal?: AbortSignal,
): Promise<Quarantine> {
  const [found] = await lane.query({ sql: ROWS, parameters: { slot, revision }, signal }, quarantineRow);
  return found ?? { rows: 0n, newestRevision: 0n };
}

export interface UnreadableQuestion {
  readonly slot: bigint;
  /** Rows of at most this revision count. */
  readonly revision: bigint;
  readonly program: Pubkey;
  readonly signal?: AbortSignal | undefined;
  /** The most kept individually; 50,000 by default. */
  readonly most?: number | undefined;
}

/**
 * What was unreadable at a slot; undefined if nothing. Ask `readQuarantine` first, which is cheaper and mostly empty.
 * @throws ACCOUNTS_UNREADABLE if there are too many
 */
export async function readUnreadable(
  lane: OlapLane,
  { slot, revision, program, signal, most = MOST }: UnreadableQuestion,
): Promise<Unreadable | undefined> {
  const parameters = {
    slot,
    revision,
    program: Buffer.from(pubkeyBytes(program)).toString('hex'),
    discriminators: DISCRIMINATORS,
    limit: most + 1,
  };
  const accounts = await lane.query({ sql: SQL, parameters, signal }, accountRow);
  if (accounts.length > most) throw new LaunchlensError('ACCOUNTS_UNREADABLE', { most });
  return accounts.length === 0 ? undefined : new Unreadable(accounts, { slot, program });
}

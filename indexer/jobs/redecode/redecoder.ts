import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import { fieldBytes } from '../../../idl/layout.ts';
import type { Idl } from '../../../idl/schema.ts';
import { Decoder } from '../../decode/decoder.ts';
import {
  accountBytes,
  CLOSED_UNIDENTIFIED,
  type ClosedAccount,
  closeAccount,
} from '../../model/closed-rows.ts';
import { KnownAccounts } from '../../model/known-accounts.ts';
import type { KnownLaunch } from '../../model/known-launch.ts';
import { SlotBuffer } from '../../model/slot-buffer.ts';
import { goneView } from '../../model/source.ts';
import { LAUNCH_VERSIONS, PLEDGE_VERSIONS, QUARANTINE } from '../../model/tables.ts';
import { FollowedAccounts } from '../../pipeline/followed-accounts.ts';
import { type StoredVersion, viewOfVersion } from './rows.ts';
import type { RedecodedTable } from './stored-bytes.ts';

/**
 * What the current IDL makes of a stored version. `same`: unchanged. `moved`: a row of another table or with
 * another key, so the old one must be removed. `changed`: another row in the same place.
 */
export type Verdict = 'same' | 'changed' | 'moved';

export interface Redecoded {
  readonly verdict: Verdict;
  /** The version is or stays undecodable. */
  readonly quarantined: boolean;
  /** Newly decoded accounts. */
  readonly found?: ClosedAccount | undefined;
}

/** What each table's rows are decoded from, and which fields are its key. */
const DECODED = {
  launch_versions: { account: LAUNCH_CONFIG, key: ['launch_id'] },
  pledge_versions: { account: PLEDGE, key: ['launch_id', 'pledger'] },
} as const;

export interface RedecodedInto {
  readonly into: SlotBuffer;
  readonly stored: ReadonlyMap<string, ClosedAccount>;
}

export interface RedecoderOptions {
  readonly idl: Idl;
  readonly programId: string;
  readonly launches: readonly KnownLaunch[];
}

/** Decodes stored versions with the current IDL. */
export class Redecoder {
  readonly #decoder: Decoder;
  readonly #launches: FollowedAccounts;
  readonly #program: Uint8Array;
  /** Newly decoded accounts that are not in the store yet. */
  #known = new KnownAccounts();
  readonly #scratch = new SlotBuffer();
  launchesFound = 0;

  constructor({ idl, programId, launches }: RedecoderOptions) {
    this.#decoder = new Decoder({ idl, programId });
    this.#launches = new FollowedAccounts({ decoder: this.#decoder, programId: programId });
    this.#launches.add(launches);
    this.#program = pubkeyBytes(programId);
  }

  /** What was newly decoded is in the store. */
  written(): void {
    this.#known = new KnownAccounts();
  }

  /**
   * Decodes a version, and writes it to `into`, the buffer of its slot, if the store must change. `stored` has what the
   * accounts are whose end shows only their address, as far as the store knows.
   */
  read(version: StoredVersion, table: RedecodedTable, { into, stored }: RedecodedInto): Redecoded {
    if (table === 'quarantine' && version.lamports === 0n) {
      // Rows of an older schema have no balance, so an account seems to have ended.
      if (version.reason !== CLOSED_UNIDENTIFIED) return { verdict: 'same', quarantined: true };
      const account = this.#known.find(version.address) ?? stored.get(version.address.toString('latin1'));
      if (closePledge(version, account, into)) return { verdict: 'moved', quarantined: false };
    }
    const view = viewOfVersion(version, table === 'quarantine' ? version.owner : this.#program);
    this.#scratch.reset();
    const outcome = this.#decoder.account(view, this.#scratch);
    const quarantined = outcome === 'undecodable' || outcome === 'not_ours';
    const verdict = outcome === 'not_ours' ? 'same' : this.#verdict(version, table);
    if (verdict !== 'same') this.#decoder.account(view, into);
    if (this.#launches.addFrom(this.#scratch)) this.launchesFound += 1;
    if (verdict !== 'same') this.#known.learn(this.#scratch);
    const found = verdict === 'moved' && !quarantined ? decodedAccount(this.#scratch) : undefined;
    return { verdict, quarantined, found };
  }

  #verdict({ data, reason }: StoredVersion, table: RedecodedTable): Verdict {
    const block = blockOf(this.#scratch, table);
    if (block.rows === 0) return 'moved';
    if (table === 'quarantine') {
      return block.bytes(QUARANTINE.byName.reason, 0).toString() === reason ? 'same' : 'changed';
    }
    const { account, key } = DECODED[table];
    const read = accountBytes(account, block, 0);
    if (read.equals(data)) return 'same';
    const same = key.every((name) => fieldBytes(account, name, read).equals(fieldBytes(account, name, data)));
    return same ? 'changed' : 'moved';
  }
}

/** An end that showed only the address, of an account that is now known to be a Pledge. */
function closePledge(version: StoredVersion, account: ClosedAccount | undefined, into: SlotBuffer): boolean {
  return account?.kind === 'pledge' && closeAccount(into, goneView(version), account);
}

/** Whether a version shows that an account ended but not what it was. */
export function endsUnidentified({ lamports, reason }: StoredVersion): boolean {
  return lamports === 0n && reason === CLOSED_UNIDENTIFIED;
}

function blockOf({ quarantine, launches, pledges }: SlotBuffer, table: RedecodedTable): ColumnBlock {
  if (table === 'quarantine') return quarantine;
  return table === 'launch_versions' ? launches : pledges;
}

/** The account of a buffer with at most one decoded account, unless it says that it ended. */
function decodedAccount({ launches, pledges }: SlotBuffer): ClosedAccount | undefined {
  const { launch_id, pledger, closed } = PLEDGE_VERSIONS.byName;
  if (pledges.rows > 0 && pledges.u8(closed, 0) === 0) {
    const wallet = Buffer.from(pledges.bytes(pledger, 0));
    return { kind: 'pledge', launchId: pledges.u64(launch_id, 0), pledger: wallet };
  }
  if (launches.rows === 0 || launches.u8(closed, 0) === 1) return undefined;
  return { kind: 'launch', launchId: launches.u64(LAUNCH_VERSIONS.byName.launch_id, 0) };
}

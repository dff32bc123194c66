import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { Idl } from '../../../idl/schema.ts';
import { createDecoder, type Decoder } from '../../decode/decoder.ts';
import { CLOSED_UNIDENTIFIED, type ClosedAccount, closeAccount } from '../../model/closed-rows.ts';
import { goneView } from '../../model/gone-view.ts';
import type { KnownAccounts } from '../../model/known-accounts.ts';
import type { KnownLaunch } from '../../model/known-launch.ts';
import { SlotBuffer } from '../../model/slot-buffer.ts';
import { LAUNCH_VERSIONS, PLEDGE_VERSIONS, QUARANTINE } from '../../model/tables.ts';
import { LaunchesFollowed } from '../follow-launches.ts';
import { type StoredVersion, viewOfVersion } from './rows.ts';
import { decodedColumns, LAYOUT_OF, type RedecodedTable } from './stored-bytes.ts';

/**
 * What the current IDL makes of a stored version. `same`: what the store says. `moved`: a row of another table or with
 * another key, so that the old one must go. `changed`: another row in the same place.
 */
export type Verdict = 'same' | 'changed' | 'moved';

export interface Redecoded {
  readonly verdict: Verdict;
  /** The version is, or stays, undecodable. */
  readonly quarantined: boolean;
  /** What turned out to stand where it did not before. */
  readonly found?: ClosedAccount | undefined;
}

/** A table's own key stands first among the columns: the launch, and the pledger's wallet behind it. */
const KEY_BYTES = { launch_versions: 8, pledge_versions: 40 } as const;

export interface RedecoderOptions {
  readonly idl: Idl;
  readonly programId: string;
  readonly launches: readonly KnownLaunch[];
  /** Learns what is decoded: a later end of the same account tells no more than its address. */
  readonly known: KnownAccounts;
}

/** Reads stored versions by the current IDL. */
export class Redecoder {
  readonly #decoder: Decoder;
  readonly #launches: LaunchesFollowed;
  readonly #program: Uint8Array;
  readonly #known: KnownAccounts;
  readonly #scratch = new SlotBuffer();
  launchesFound = 0;

  constructor({ idl, programId, launches, known }: RedecoderOptions) {
    this.#known = known;
    this.#decoder = createDecoder({ idl, programId });
    this.#launches = new LaunchesFollowed(this.#decoder, programId);
    this.#launches.add(launches);
    this.#program = pubkeyBytes(programId);
  }

  /** Decodes a version, and into `into`, the buffer of its slot, when the store must change. */
  read(version: StoredVersion, table: RedecodedTable, into: SlotBuffer): Redecoded {
    if (table === 'quarantine' && version.lamports === 0n) {
      // Rows of an older schema do not tell the balance, without which an account seems to have ended.
      if (version.reason !== CLOSED_UNIDENTIFIED) return { verdict: 'same', quarantined: true };
      if (this.#closePledge(version, into)) return { verdict: 'moved', quarantined: false };
    }
    const view = viewOfVersion(version, table === 'quarantine' ? version.owner : this.#program);
    this.#scratch.reset();
    const outcome = this.#decoder.account(view, this.#scratch);
    const quarantined = outcome === 'undecodable' || outcome === 'not_ours';
    const verdict = outcome === 'not_ours' ? 'same' : this.#verdict(version, table);
    if (verdict !== 'same') this.#decoder.account(view, into);
    if (this.#launches.addFrom(this.#scratch)) this.launchesFound += 1;
    this.#known.learn(this.#scratch);
    const found = verdict === 'moved' && !quarantined ? decodedAccount(this.#scratch) : undefined;
    return { verdict, quarantined, found };
  }

  /** An end that told nothing but the address, of an account that by now is known to be a Pledge. */
  #closePledge(version: StoredVersion, into: SlotBuffer): boolean {
    const account = this.#known.find(version.address);
    return account?.kind === 'pledge' && closeAccount(into, goneView(version), account);
  }

  #verdict({ fields, reason }: StoredVersion, table: RedecodedTable): Verdict {
    const block = blockOf(this.#scratch, table);
    if (block.rows === 0) return 'moved';
    if (table === 'quarantine') {
      return block.bytes(QUARANTINE.byName.reason, 0).toString() === reason ? 'same' : 'changed';
    }
    const read = Buffer.concat(decodedColumns(LAYOUT_OF[table]).map((column) => block.bytes(column, 0)));
    if (read.equals(fields)) return 'same';
    const key = KEY_BYTES[table];
    return read.subarray(0, key).equals(fields.subarray(0, key)) ? 'changed' : 'moved';
  }
}

function blockOf({ quarantine, launches, pledges }: SlotBuffer, table: RedecodedTable): ColumnBlock {
  if (table === 'quarantine') return quarantine;
  return table === 'launch_versions' ? launches : pledges;
}

/** The account of a buffer that holds one decoded account or none, unless it says that it ended. */
function decodedAccount({ launches, pledges }: SlotBuffer): ClosedAccount | undefined {
  const { launch_id, pledger, closed } = PLEDGE_VERSIONS.byName;
  if (pledges.rows > 0 && pledges.u8(closed, 0) === 0) {
    const wallet = Buffer.from(pledges.bytes(pledger, 0));
    return { kind: 'pledge', launchId: pledges.u64(launch_id, 0), pledger: wallet };
  }
  if (launches.rows === 0 || launches.u8(closed, 0) === 1) return undefined;
  return { kind: 'launch', launchId: launches.u64(LAUNCH_VERSIONS.byName.launch_id, 0) };
}

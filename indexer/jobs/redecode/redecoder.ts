import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { Idl } from '../../../idl/schema.ts';
import { createDecoder, type Decoder } from '../../decode/decoder.ts';
import type { KnownLaunch } from '../../model/known-launch.ts';
import { SlotBuffer } from '../../model/slot-buffer.ts';
import { QUARANTINE } from '../../model/tables.ts';
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
}

/** A table's own key stands first among the columns: the launch, and the pledger's wallet behind it. */
const KEY_BYTES = { launch_versions: 8, pledge_versions: 40 } as const;

/** Reads stored versions by the current IDL. */
export class Redecoder {
  readonly #decoder: Decoder;
  readonly #launches: LaunchesFollowed;
  readonly #program: Uint8Array;
  readonly #scratch = new SlotBuffer();
  launchesFound = 0;

  constructor({
    idl,
    programId,
    launches,
  }: { idl: Idl; programId: string; launches: readonly KnownLaunch[] }) {
    this.#decoder = createDecoder({ idl, programId });
    this.#launches = new LaunchesFollowed(this.#decoder, programId);
    this.#launches.add(launches);
    this.#program = pubkeyBytes(programId);
  }

  /** Decodes a version, and into `into`, the buffer of its slot, when the store must change. */
  read(version: StoredVersion, table: RedecodedTable, into: SlotBuffer): Redecoded {
    // Rows of an older schema do not tell the balance, without which an account seems to have ended.
    const untold =
      version.lamports === 0n && table === 'quarantine' && version.reason !== 'closed_unidentified';
    if (untold) return { verdict: 'same', quarantined: true };
    const view = viewOfVersion(version, table === 'quarantine' ? version.owner : this.#program);
    this.#scratch.reset();
    const outcome = this.#decoder.account(view, this.#scratch);
    const quarantined = outcome === 'undecodable' || outcome === 'not_ours';
    const verdict = outcome === 'not_ours' ? 'same' : this.#verdict(version, table);
    if (verdict !== 'same') this.#decoder.account(view, into);
    if (this.#launches.addFrom(this.#scratch)) this.launchesFound += 1;
    return { verdict, quarantined };
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

import { counted } from '../../core/kernel/counted.ts';
import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { ProgramFilter } from '../../idl/anchor/program.ts';
import { type CurrentAccount, viewDigest } from '../model/account-states.ts';
import { type ClosedAccount, closeAccount } from '../model/closed-rows.ts';
import { SlotBuffer } from '../model/slot-buffer.ts';
import { type AccountView, goneView } from '../model/source.ts';
import type { RpcClient } from '../source/rpc/client.ts';
import { snapshotKeys, snapshotProgram } from '../source/snapshot/snapshot.ts';
import type { FollowedLaunches } from './followed-launches.ts';
import type { FollowedIndex } from './options.ts';
import type { StreamSession } from './stream-session.ts';

export interface SnapshotOptions {
  readonly rpc: RpcClient;
  /** Base58. */
  readonly programId: string;
  readonly filters?: readonly ProgramFilter[] | undefined;
  readonly commitment: Commitment;
  readonly index: Pick<FollowedIndex, 'currentAccounts'>;
  readonly decoder: AccountDecoder;
  readonly launches: FollowedLaunches;
  /** The last slot delivered; the snapshot must be newer. */
  readonly head: bigint | undefined;
  readonly onStep?: ((step: string) => void) | undefined;
}

/** The content of a snapshot, and the slots of its two reads. */
export interface SnapshotRead {
  readonly buffer: SlotBuffer;
  readonly programSlot: bigint;
  readonly keysSlot: bigint;
}

/**
 * Reads the chain while a session is held, at a context slot that the stream has already reached: the stream
 * shows what the snapshot does not. Only accounts that differ from the index are written to the buffer; those
 * that the index has and the chain no longer has are written as closed. `grown` if the program has launches whose
 * accounts the session does not follow.
 * @throws the errors of RPC
 */
export async function readSnapshot(
  session: StreamSession,
  options: SnapshotOptions,
  signal: AbortSignal,
): Promise<SnapshotRead | 'grown'> {
  const { rpc, programId, filters, commitment, index, decoder, launches, head, onStep } = options;
  onStep?.('waiting for the first block of the stream');
  const first = await session.firstBlock();
  onStep?.('reading the accounts of the program by RPC');
  const reading = new SnapshotReading(decoder, await index.currentAccounts(signal));
  const minContextSlot = head !== undefined && head >= first.slot ? head + 1n : first.slot;
  const programSlot = await snapshotProgram(
    rpc,
    programId,
    { commitment, signal, minContextSlot, ...(filters && { filters }) },
    reading,
  );
  if (launches.followNew(reading.buffer)) return 'grown';
  const keys = launches.accounts.keys;
  onStep?.(`reading ${counted(keys.length, 'account')} of launches by RPC`);
  const { slot: keysSlot } =
    keys.length === 0
      ? { slot: programSlot }
      : await snapshotKeys(rpc, keys, { commitment, signal, minContextSlot: programSlot }, reading);
  reading.closeUnseen({ programSlot, keysSlot });
  onStep?.(`waiting for slot ${programSlot} on the stream`);
  await session.whole(programSlot);
  onStep?.(`writing a snapshot of ${counted(reading.shown, 'account')}`);
  return { buffer: reading.buffer, programSlot, keysSlot };
}

/** Decodes an account into a buffer. */
interface AccountDecoder {
  decode(view: AccountView, into: SlotBuffer): void;
}

/** A quarantined account counts as the program's: by the second read it may exist again, with any owner. */
function isOutside({ kind }: ClosedAccount): boolean {
  return kind === 'escrow' || kind === 'vault' || kind === 'mint';
}

/** Collects the differences between a snapshot and the index. */
export class SnapshotReading {
  readonly buffer = new SlotBuffer();
  readonly #decoder: AccountDecoder;
  readonly #unseen: Map<string, CurrentAccount>;
  /** Accounts shown so far, and how many of them the index has unchanged. */
  shown = 0;
  unchanged = 0;

  /** `current` is the index's state; it is emptied on the way. */
  constructor(decoder: AccountDecoder, current: Map<string, CurrentAccount>) {
    this.#decoder = decoder;
    this.#unseen = current;
  }

  account(view: AccountView): void {
    this.shown += 1;
    const address = view.bytes.toString('latin1', view.pubkeyAt, view.pubkeyAt + 32);
    const known = this.#unseen.get(address);
    this.#unseen.delete(address);
    if (known?.digest === viewDigest(view)) this.unchanged += 1;
    else this.#decoder.decode(view, this.buffer);
  }

  /** An unseen account did not exist when it would have been read; by the second read it may exist again. */
  closeUnseen({ programSlot, keysSlot }: { readonly programSlot: bigint; readonly keysSlot: bigint }): void {
    for (const [address, { account }] of this.#unseen) {
      const slot = isOutside(account) ? keysSlot : programSlot;
      closeAccount(this.buffer, goneView({ slot, address: Buffer.from(address, 'latin1') }), account);
    }
  }
}

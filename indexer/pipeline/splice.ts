import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { Commitment } from '../../core/kernel/settings/schema.ts';
import type { CurrentAccount } from '../model/account-states.ts';
import type { AccountView } from '../model/account-view.ts';
import type { SlotBuffer } from '../model/slot-buffer.ts';
import type { RpcClient } from '../source/rpc/client.ts';
import { snapshotKeys, snapshotProgram } from '../source/snapshot/snapshot.ts';
import { readUnder } from './read-under.ts';
import { SnapshotReading } from './snapshot-reading.ts';
import type { SessionEnd, StreamSession } from './stream-session.ts';

export interface SpliceOptions {
  readonly rpc: RpcClient;
  readonly programId: string;
  readonly commitment: Commitment;
  readonly signal: AbortSignal;
  /** The last slot that left; the snapshot must be newer. */
  readonly head: bigint | undefined;
  /** Opens a stream over everything followed by now, whose slots are held. */
  readonly openHeld: () => StreamSession<SlotBuffer>;
  /** Decodes into a buffer. */
  readonly decode: (view: AccountView, into: SlotBuffer) => void;
  /** Follows the launches of a buffer that are not followed yet; true when there were any. */
  readonly followNew: (buffer: SlotBuffer) => boolean;
  /** The followed keys that the program does not own. */
  readonly outsideKeys: () => readonly string[];
  readonly currentAccounts: (signal: AbortSignal) => Promise<Map<string, CurrentAccount>>;
}

/** A snapshot under a held stream: `programSlot` and `keysSlot` are the slots at which the two reads were answered. */
export interface Splice {
  readonly session: StreamSession<SlotBuffer>;
  readonly buffer: SlotBuffer;
  readonly programSlot: bigint;
  readonly keysSlot: bigint;
}

/** A launch that appears between two reads makes the next attempt follow it; this many never appear in a row. */
const ATTEMPTS = 8;

/**
 * Subscribes, holds, and reads the chain at a context slot that the stream has already reached, so that what the
 * snapshot does not show the stream does. Only accounts that differ from the index come into the buffer, and
 * those that the index has and the chain no longer has come as closed.
 * @throws SNAPSHOT_UNSTABLE and the errors of RPC
 */
export async function spliceSnapshot(options: SpliceOptions): Promise<Splice | SessionEnd> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const session = options.openHeld();
    const outcome = await readUnder(session, options.signal, (signal) =>
      readSnapshot(session, { ...options, signal }),
    );
    if (outcome !== 'grown') return outcome;
    session.close();
  }
  throw new LaunchlensError('SNAPSHOT_UNSTABLE', { attempts: ATTEMPTS });
}

async function readSnapshot(
  session: StreamSession<SlotBuffer>,
  options: SpliceOptions,
): Promise<Splice | 'grown'> {
  const { rpc, programId, commitment, signal, head } = options;
  const first = await session.firstBlock();
  const reading = new SnapshotReading(options, await options.currentAccounts(signal));
  const oldest = head !== undefined && head >= first.slot ? head + 1n : first.slot;
  const programSlot = await snapshotProgram(
    rpc,
    programId,
    { commitment, signal, minContextSlot: oldest },
    reading,
  );
  if (options.followNew(reading.buffer)) return 'grown';
  const keys = options.outsideKeys();
  const { slot: keysSlot } =
    keys.length === 0
      ? { slot: programSlot }
      : await snapshotKeys(rpc, keys, { commitment, signal, minContextSlot: programSlot }, reading);
  reading.closeUnseen({ programSlot, keysSlot });
  await session.whole(programSlot);
  return { session, buffer: reading.buffer, programSlot, keysSlot };
}

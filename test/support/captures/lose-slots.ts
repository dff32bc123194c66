import { systemClock } from '../../../core/kernel/clock.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { currentAccounts } from '../../../indexer/model/account-states.ts';
import { storedIdentity } from '../../../indexer/model/identity.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { FollowedAccounts } from '../../../indexer/pipeline/followed-accounts.ts';
import { SnapshotReading } from '../../../indexer/pipeline/snapshot-reading.ts';
import { prepareIndex } from '../../../indexer/write/resume.ts';
import { Writer } from '../../../indexer/write/writer.ts';
import { PROGRAM } from '../verifier/launch-bytes.ts';
import { viewOf } from './make-capture.ts';
import type { ModelChain, ModelWrite } from './model-chain.ts';

const logger = createLogger('silent');
const { signal } = new AbortController();

/** Up to `head` the index is right, up to `wrong` it is not, and from `again` to `until` it is again. */
export interface Outage {
  readonly head: bigint;
  readonly wrong: bigint;
  readonly again: bigint;
  readonly until: bigint;
}

export interface Wrong {
  readonly chain: ModelChain;
  /** What of a write came, an earlier one of the same slot maybe. */
  readonly came: (write: ModelWrite) => ModelWrite;
}

/** The index streams what is wrong above its head, and then loses those slots: a snapshot stands above them. */
export async function loseSlots(olap: Olap, chain: ModelChain, wrong: Wrong, outage: Outage): Promise<void> {
  const identity = await storedIdentity(olap.scanner);
  if (!identity) throw new Error('there is no index');
  const { start, launches } = await prepareIndex({ olap, identity, clock: systemClock, logger });
  const decoder = new Decoder({ idl: ESCROW_IDL, programId: PROGRAM.toBase58() });
  new FollowedAccounts({ decoder, programId: PROGRAM.toBase58() }).add(launches);
  const writer = new Writer({ olap, clock: systemClock, logger, commitment: 'confirmed', start });
  const decode = (writes: readonly ModelWrite[], slot: bigint): SlotBuffer => {
    const buffer = new SlotBuffer();
    for (const write of writes) decoder.account(viewOf(write, slot), buffer);
    return buffer;
  };
  for (const meta of wrong.chain.blocks(outage.head + 1n, outage.wrong)) {
    const writes = wrong.chain.writesOf(meta.slot).map(wrong.came);
    await writer.append({ meta, buffer: decode(writes, meta.slot) });
  }
  await writer.flush();
  const [through, ...rest] = chain.blocks(outage.again, outage.until);
  if (!through || !writer.checkpoint) throw new Error('nothing was written');
  const { slot } = through;
  const current = await currentAccounts(olap.scanner, writer.checkpoint, signal);
  const reading = new SnapshotReading({ decode: (view, into) => void decoder.account(view, into) }, current);
  for (const write of chain.newestAt(slot)) reading.account(viewOf({ ...write, slot: -1n }, slot));
  reading.closeUnseen({ programSlot: slot, keysSlot: slot });
  await writer.snapshot({
    ...{ through, buffers: [reading.buffer], slots: [through], flows: [], cause: 'out_of_range' },
    lost: { from: outage.head + 1n, to: slot - 1n },
  });
  for (const meta of rest)
    await writer.append({ meta, buffer: decode(chain.writesOf(meta.slot), meta.slot) });
  await writer.flush();
  await writer.close();
}

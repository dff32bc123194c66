import type { BlockMeta, Transaction } from '../../../indexer/model/source.ts';
import { MalformedRecord } from '../../../indexer/source/capture/byte-cursor.ts';
import { ByteWriter } from '../../../indexer/source/capture/byte-writer.ts';
import { FRAME, type FrameHead, type FrameName } from '../../../indexer/source/capture/frame.ts';
import { type CaptureItem, parsePayload } from '../../../indexer/source/capture/parse-payload.ts';
import {
  writeAccount,
  writeSlot,
  writeSnapshotOpening,
  writeTransaction,
} from '../../../indexer/source/capture/write-record.ts';
import { accountView } from '../../support/account-view.ts';
import { updateOf } from '../support/account-update.ts';
import { mutated } from '../support/mutate.ts';
import type { Random } from '../support/random.ts';
import { type FuzzTarget, hold } from '../support/target.ts';

/** Payloads of a capture, as they are once checksums and compression have let them through. */
export const captures: FuzzTarget = {
  name: 'captures',
  feeds: 'unpacked frames of captures to the reader, and what it takes to the writer again',
  share: 0.5,
  good: 'taken',
  start: () => ({
    feed: (random) => {
      const name = random.pick(['snapshot', 'slots'] as const);
      const slot = BigInt(random.below(1_000));
      const { payload: valid, records } = payloadOf(name, slot, random);
      const payload = random.once(4) ? valid : mutated(valid, random);
      const head = headOf(name, slot, random.once(6) ? random.below(9) : records);
      let items: CaptureItem[];
      try {
        items = parsePayload(head, payload);
      } catch (error) {
        const whole = payload === valid && head.records === records;
        hold(!whole, 'a valid payload is taken', () => ({
          payload: payload.toString('hex'),
          error: String(error),
        }));
        if (error instanceof MalformedRecord) return 'refused';
        throw error;
      }
      // Fields that a flag leaves out, and text that is none, have more than one spelling: the writer has one.
      const again = rewritten(items);
      const twice = rewritten(parsePayload(head, again));
      hold(twice.equals(again), 'what is taken can be written and is taken again', () =>
        payload.toString('hex'),
      );
      if (payload === valid) hold(again.equals(valid), 'nothing is lost', () => payload.toString('hex'));
      return 'taken';
    },
  }),
};

function headOf(name: FrameName, slot: bigint, records: number): FrameHead {
  hold(FRAME[name] > 0, 'a frame has a kind');
  return {
    name,
    number: 1,
    storedBytes: 0,
    rawBytes: 0,
    payloadCrc: 0,
    firstSlot: slot,
    lastSlot: slot,
    records,
  };
}

function payloadOf(name: FrameName, slot: bigint, random: Random): { payload: Buffer; records: number } {
  const into = new ByteWriter();
  const accounts = random.below(4);
  const transactions = name === 'slots' ? random.below(3) : 0;
  const meta = metaOf(slot, random);
  if (name === 'slots') writeSlot(into, meta, accounts, transactions);
  else {
    const lost = random.once(2) ? { from: random.u64(), to: random.u64() } : undefined;
    writeSnapshotOpening(into, { meta, lost, cause: 'first start', accounts: BigInt(accounts) });
  }
  for (let done = 0; done < accounts; done += 1) {
    writeAccount(
      into,
      accountView({ ...updateOf(random.bytes(random.below(60)), random.bytes(32), random), slot }),
    );
  }
  for (let done = 0; done < transactions; done += 1) writeTransaction(into, transactionOf(slot, random));
  return { payload: Buffer.from(into.written), records: 1 + accounts + transactions };
}

function metaOf(slot: bigint, random: Random): BlockMeta {
  return {
    slot,
    parentSlot: random.u64(),
    blockhash: 'hash',
    blockTime: random.once(2) ? BigInt.asIntN(64, random.u64()) : undefined,
    blockHeight: random.once(2) ? random.u64() : undefined,
  };
}

function transactionOf(slot: bigint, random: Random): Transaction {
  const balance = () => ({
    accountIndex: random.below(5),
    mint: random.bytes(32),
    owner: random.once(2) ? random.bytes(32) : undefined,
    amount: random.u64(),
  });
  return {
    slot,
    signature: random.bytes(64),
    failed: random.once(3),
    accountKeys: Array.from({ length: random.below(4) }, () => random.bytes(32)),
    preTokenBalances: Array.from({ length: random.below(3) }, balance),
    postTokenBalances: Array.from({ length: random.below(3) }, balance),
    instructions: Array.from({ length: random.below(3) }, () => ({
      program: random.below(9),
      accounts: random.bytes(random.below(4)),
      data: random.bytes(random.below(12)),
    })),
  };
}

/** The items as the writer writes them. */
function rewritten(items: readonly CaptureItem[]): Buffer {
  const into = new ByteWriter();
  for (const item of items) {
    if (item.kind === 'snapshot') writeSnapshotOpening(into, item.opening);
    else {
      let accounts = 0;
      item.records.show({ account: () => (accounts += 1), transaction: () => undefined });
      if (item.kind === 'slot') writeSlot(into, item.meta, accounts, item.records.count - accounts);
      item.records.show({
        account: (view) => writeAccount(into, view),
        transaction: (transaction) => writeTransaction(into, transaction),
      });
    }
  }
  return Buffer.from(into.written);
}

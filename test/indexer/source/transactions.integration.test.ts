import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TRANSPORTS } from '../../../core/kernel/settings/schema.ts';
import type { AccountState } from '../../../fixtures/localnet/chain/account-state.ts';
import { type Address, internAddress } from '../../../fixtures/localnet/keys/address.ts';
import { TOKEN_PROGRAM } from '../../../fixtures/localnet/keys/well-known.ts';
import type { ExecutedTransaction } from '../../../fixtures/localnet/ledger/executed.ts';
import { encodeTokenAccount } from '../../../fixtures/localnet/program/token-layout.ts';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import type { Transaction } from '../../../indexer/model/source.ts';
import { ESCROW_FLOWS } from '../../../indexer/model/tables.ts';
import { RecordingSink } from '../../support/recording-sink.ts';
import { key, key58, signature } from '../../support/scripted-feed.ts';
import { scriptedTransaction } from '../../support/scripted-transaction.ts';
import { Stage } from './stage.ts';

const address = (name: string): Address => internAddress(key(name));
const tokens = (owner: string, amount: bigint): AccountState => ({
  owner: TOKEN_PROGRAM,
  lamports: 2_039_280n,
  data: encodeTokenAccount(address('mint'), address(owner), amount),
});

/** A gift of 5 whose escrow is named by a look-up table alone. */
function giftThroughTable(draft: Partial<ExecutedTransaction> = {}): Partial<ExecutedTransaction> {
  const { message } = scriptedTransaction(5n, 0);
  return {
    signature: signature('gift'),
    message: { ...message, keys: [address('giver'), address('purse')] },
    loaded: { writable: [address('escrow')], readonly: [TOKEN_PROGRAM] },
    before: [undefined, tokens('giver', 9n), tokens('launch', 1n), undefined],
    after: [undefined, tokens('giver', 4n), tokens('launch', 6n), undefined],
    ...draft,
  };
}

/** Decodes during the call, as the pipeline does: the bytes are gone after it. */
class FlowSink extends RecordingSink {
  readonly buffer = new SlotBuffer();
  readonly told: bigint[] = [];
  readonly #decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID });

  constructor() {
    super();
    this.#decoder.follow({ kind: 'escrow', address: key('escrow'), launchId: 7n });
  }

  transaction(transaction: Transaction): void {
    this.told.push(transaction.slot);
    this.#decoder.transaction(transaction, this.buffer);
  }
}

describe.each(TRANSPORTS)('transactions over %s', (transport) => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage(transport);
  });
  afterEach(() => stage.close());

  test('are told when a look-up table names the escrow, once each, and none that failed', async () => {
    // Given a slot with a gift, told twice, a gift that failed, and a transaction that names no escrow
    await stage.serve();
    const sink = new FlowSink();
    await stage.follow(sink, { transactions: [key58('escrow')] });
    stage.feed.transact(5n, giftThroughTable());
    stage.feed.transact(5n, giftThroughTable());
    const error = { InstructionError: [0, 'InvalidAccountData'] } as const;
    stage.feed.transact(5n, giftThroughTable({ signature: signature('failed'), error }));
    stage.feed.transact(5n);
    // When it is played
    stage.feed.play(5n);
    await stage.reached(sink, 5n);
    // Then the one movement stands in the slot once
    expect(sink.told).toEqual([5n, 5n]);
    const { escrowFlows: flows } = sink.buffer;
    const { byName } = ESCROW_FLOWS;
    expect(flows.rows).toBe(1);
    expect(flows.u64(byName.launch_id, 0)).toBe(7n);
    expect(flows.u64(byName.amount, 0)).toBe(5n);
    expect(flows.bytes(byName.signature, 0).equals(signature('gift'))).toBe(true);
    expect(flows.bytes(byName.wallet, 0).equals(key('giver'))).toBe(true);
    expect(flows.bytes(byName.kind, 0).toString()).toBe('transfer');
  });

  test('are replayed with their slots', async () => {
    await stage.serve();
    stage.feed.transact(5n, giftThroughTable());
    stage.feed.play(5n);
    stage.feed.play(6n);
    const sink = new FlowSink();
    await stage.follow(sink, { transactions: [key58('escrow')], fromSlot: 5n });
    await stage.reached(sink, 6n);
    expect(sink.told).toEqual([5n]);
  });

  test('are not told to a stream that asks for none', async () => {
    await stage.serve();
    const sink = new FlowSink();
    await stage.follow(sink, { transactions: [] });
    stage.feed.transact(5n, giftThroughTable());
    stage.feed.play(5n);
    await stage.reached(sink, 5n);
    expect(sink.told).toEqual([]);
    expect(sink.accounts).toHaveLength(1);
  });
});

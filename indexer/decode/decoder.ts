import { pubkeyBytes } from '../../core/kernel/pubkey.ts';
import { fieldOf } from '../../idl/layout.ts';
import type { Idl } from '../../idl/schema.ts';
import { CLOSED_UNIDENTIFIED, closeAccount } from '../model/closed-rows.ts';
import { KIND, type SlotBuffer } from '../model/slot-buffer.ts';
import { type AccountView, LAMPORTS_AT, type Transaction } from '../model/source.ts';
import { type AccountWords, equalKeys, viewOf, wordsOf } from '../model/words.ts';
import { type AccountCodec, compileCodecs } from './account-codec.ts';
import { escrowFlows, type FlowRules } from './escrow-flows.ts';
import { writeFlow } from './flows/write-flow.ts';
import { writeTransfer } from './flows/write-transfer.ts';
import { type Followed, FollowedAddresses } from './followed.ts';
import { type QuarantineReason, quarantine } from './quarantine.ts';
import { TokenBalances } from './token-balances.ts';
import {
  isSystemOwned,
  mintRefusal,
  tokenAccountRefusal,
  writeMint,
  writeTokenAccount,
} from './token-codec.ts';
import { memosOf, treasuryTransfers } from './treasury-transfers.ts';

/**
 * The result of an account update. `closed`: the account ceased to exist. `ended`: the same, but only what it was says
 * whether it is followed, so that its row is written when its slot is closed. `undecodable`: stored raw in
 * quarantine. `stale`: an equal or newer write of the account is already held, so nothing changed. `not_ours`:
 * neither the program's nor followed.
 */
export type DecodeOutcome = 'decoded' | 'closed' | 'ended' | 'undecodable' | 'stale' | 'not_ours';

export interface DecoderOptions {
  readonly idl: Idl;
  /** Base58 address of the escrow program. */
  readonly programId: string;
  /** Base58 address of the token account that pays rewards. */
  readonly treasury?: string | undefined;
  /** Whether token accounts come from the balances of transactions; by default, from updates of their own. */
  readonly tokenBalances?: boolean;
}

/** Turns account updates into rows. One decoder serves one program; it keeps only the list of followed accounts. */
export class Decoder {
  readonly #program: DataView;
  readonly #codecs: readonly AccountCodec[];
  readonly #followed = new FollowedAddresses();
  readonly #flowRules: FlowRules;
  readonly #treasury: Uint8Array | undefined;
  readonly #balances: TokenBalances | undefined;

  /** Compiles the layouts of the IDL. @throws IDL_ACCOUNT_UNKNOWN, IDL_TYPE_UNSUPPORTED, DECODE_COLUMN_MISMATCH */
  constructor({ idl, programId, treasury, tokenBalances = false }: DecoderOptions) {
    const program = pubkeyBytes(programId);
    this.#program = viewOf(program);
    this.#flowRules = { programId: program, launchOf: (key) => this.#launchOfEscrow(key) };
    this.#codecs = compileCodecs(idl);
    this.#treasury = treasury === undefined ? undefined : pubkeyBytes(treasury);
    this.#balances = tokenBalances ? new TokenBalances((key) => this.#isTokenAccount(key)) : undefined;
  }

  /** Also reads this account, which the program does not own or may leave. False if it is followed as another kind. */
  follow(followed: Followed): boolean {
    return this.#followed.add(followed);
  }

  /** Writes the account to its table of `into`, which must be the buffer of the view's slot. Never throws. */
  account(view: AccountView, into: SlotBuffer): DecodeOutcome {
    const words = wordsOf(view);
    if (equalKeys(words.bytes, view.ownerAt, this.#program, 0)) return this.#ownAccount(view, words, into);
    const followed = this.#followed.find(words.bytes, view.pubkeyAt);
    if (followed === undefined) return 'not_ours';
    const outcome = followedAccount(followed, view, into);
    if (outcome === 'decoded' && isTokenAccount(followed)) this.#balances?.see(view);
    return outcome;
  }

  /** Remembers a token account that an earlier run has seen. */
  remember(view: AccountView): void {
    this.#balances?.see(view);
  }

  /** The token accounts that a transaction shows, if they come from transactions. */
  tokenAccounts(transaction: Transaction): readonly AccountView[] {
    return this.#balances?.after(transaction) ?? [];
  }

  /**
   * Writes what the transaction moved in or out of followed escrows, and out of the treasury, to the buffer of
   * its slot. False if it moved nothing or is already held.
   */
  transaction(transaction: Transaction, into: SlotBuffer): boolean {
    const treasury = this.#treasury;
    const flows = escrowFlows(transaction, this.#flowRules);
    const transfers = treasury ? treasuryTransfers(transaction, treasury) : [];
    if (flows.length + transfers.length === 0 || !into.addTransaction(transaction.signature)) return false;
    for (const flow of flows) writeFlow(into, transaction, flow);
    if (!treasury || transfers.length === 0) return true;
    const memo = memosOf(transaction);
    for (const transfer of transfers) writeTransfer(into, transaction, transfer, { treasury, memo });
    return true;
  }

  #ownAccount(view: AccountView, words: AccountWords, into: SlotBuffer): DecodeOutcome {
    const { dataAt: at, dataLength: length } = view;
    const codec = this.#codecFor(words.bytes, at, length);
    if (isGone(words.numbers)) return this.#closed(codec, view, into);
    if (codec === undefined) {
      return refused(into, view, length < 8 ? 'no_discriminator' : 'unknown_discriminator');
    }
    if (length !== codec.size) return refused(into, view, 'wrong_size');
    const reason = codec.refusal(words.bytes, at);
    if (reason !== undefined) return refused(into, view, reason);
    const row = into.row(codec.kind, view);
    if (row < 0) return 'stale';
    codec.write(words.bytes, at, codec.kind === KIND.pledge ? into.pledges : into.launches, row);
    return 'decoded';
  }

  #launchOfEscrow(key: Uint8Array): bigint | undefined {
    const followed = this.#followed.find(viewOf(key), 0);
    return followed?.kind === 'escrow' ? followed.launchId : undefined;
  }

  #isTokenAccount(key: Uint8Array): boolean {
    const followed = this.#followed.find(viewOf(key), 0);
    return followed !== undefined && isTokenAccount(followed);
  }

  #codecFor(bytes: DataView, at: number, length: number): AccountCodec | undefined {
    if (length < 8) return undefined;
    const low = bytes.getInt32(at, true);
    const high = bytes.getInt32(at + 4, true);
    for (const codec of this.#codecs) if (codec.low === low && codec.high === high) return codec;
    return undefined;
  }

  /** If a program only removes the lamports, owner and data remain and still show what the account was. */
  #closed(codec: AccountCodec | undefined, view: AccountView, into: SlotBuffer): DecodeOutcome {
    if (codec !== undefined && view.dataLength === codec.size) {
      return closed(closeAccount(into, view, identityOf(codec, view)));
    }
    const followed = this.#followed.find(wordsOf(view).bytes, view.pubkeyAt);
    if (followed === undefined) return refused(into, view, CLOSED_UNIDENTIFIED);
    return closed(closeAccount(into, view, followed));
  }
}

function followedAccount(followed: Followed, view: AccountView, into: SlotBuffer): DecodeOutcome {
  const { bytes, numbers } = wordsOf(view);
  if (isGone(numbers) || isSystemOwned(bytes, view)) return closed(closeAccount(into, view, followed));
  switch (followed.kind) {
    case 'launch':
      return refused(into, view, 'foreign_owner');
    case 'mint': {
      const reason = mintRefusal(bytes, view);
      return reason ? refused(into, view, reason) : decoded(writeMint(into, view));
    }
    default: {
      const reason = tokenAccountRefusal(bytes, view);
      return reason ? refused(into, view, reason) : decoded(writeTokenAccount(into, view, followed));
    }
  }
}

function isTokenAccount({ kind }: Followed): boolean {
  return kind === 'escrow' || kind === 'vault';
}

/** An account without lamports does not outlive its transaction. */
function isGone(numbers: DataView): boolean {
  return numbers.getInt32(LAMPORTS_AT, true) === 0 && numbers.getInt32(LAMPORTS_AT + 4, true) === 0;
}

function identityOf({ kind, layout }: AccountCodec, { bytes, dataAt }: AccountView) {
  const launchId = bytes.readBigUInt64LE(dataAt + fieldOf(layout, 'launch_id').offset);
  if (kind === KIND.launch) return { kind: 'launch', launchId } as const;
  const pledgerAt = dataAt + fieldOf(layout, 'pledger').offset;
  return { kind: 'pledge', launchId, pledger: bytes.subarray(pledgerAt, pledgerAt + 32) } as const;
}

function refused(into: SlotBuffer, view: AccountView, reason: QuarantineReason): DecodeOutcome {
  return quarantine(into, view, reason) ? 'undecodable' : 'stale';
}

function decoded(written: boolean): DecodeOutcome {
  return written ? 'decoded' : 'stale';
}

function closed(written: boolean): DecodeOutcome {
  return written ? 'closed' : 'stale';
}

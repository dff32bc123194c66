import { createHash } from 'node:crypto';
import { type Idl as AnchorIdl, type BN, BorshAccountsCoder } from '@coral-xyz/anchor';
import { PublicKey } from '@solana/web3.js';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import { columnOf } from '../../../core/olap/native/layout.ts';
import { ESCROW_IDL, LAUNCH_CONFIG, PLEDGE } from '../../../idl/escrow.ts';
import type { AccountLayout } from '../../../idl/layout.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { type AccountUpdate, accountView } from '../../support/account-view.ts';
import { updateOf } from '../support/account-update.ts';
import { mutated, mutatedInPlace } from '../support/mutate.ts';
import type { Random } from '../support/random.ts';
import { expectQuarantined, expectShared } from '../support/rows.ts';
import { type FuzzTarget, hold } from '../support/target.ts';

const OWNER = pubkeyBytes(LOCALNET_PROGRAM_ID);
const anchor = new BorshAccountsCoder(ESCROW_IDL as AnchorIdl);

/** The layouts as the specification of the service writes them down. */
const TYPES = [
  {
    layout: LAUNCH_CONFIG,
    name: 'LaunchConfig',
    size: 343,
    limit: { at: 10, most: 4, reason: 'bad_status' },
  },
  { layout: PLEDGE, name: 'Pledge', size: 139, limit: { at: 66, most: 1, reason: 'bad_bool' } },
].map((type) => ({
  ...type,
  mark: createHash('sha256').update(`account:${type.name}`).digest().subarray(0, 8),
}));

/** Program accounts: what is decoded is what Anchor's coder reads, and everything else is kept as it came. */
export const accounts: FuzzTarget = {
  name: 'accounts',
  feeds: "accounts of the program to the decoder, beside Anchor's coder",
  share: 1,
  good: 'decoded',
  start: () => {
    const decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID });
    const into = new SlotBuffer();
    return {
      feed: (random) => {
        const update = updateOf(dataOf(random), OWNER, random);
        into.reset();
        const outcome = decoder.account(accountView(update), into);
        const expected = expectedOf(update);
        hold(into.rows === 1, 'an account is one row', () => update);
        hold(outcome === expected.outcome, `${outcome} where ${expected.outcome} is right`, () => update);
        if (outcome === 'undecodable') expectQuarantined(into, update, expected.verdict);
        else expectRow(into, update, outcome === 'closed');
        return expected.verdict;
      },
    };
  },
};

function dataOf(random: Random): Buffer {
  const { layout, size, limit } = random.pick(TYPES);
  const valid = random.bytes(size);
  valid.set(layout.discriminator);
  valid[limit.at] = random.once(12) ? random.below(256) : random.below(limit.most + 1);
  switch (random.below(8)) {
    case 0:
      return valid;
    case 1:
      return mutated(valid, random);
    case 2:
      return valid.subarray(0, random.below(size + 1));
    case 3:
      return random.bytes(random.below(500));
    default:
      return mutatedInPlace(valid, random);
  }
}

/** What must become of an account, by the specification alone. */
function expectedOf({ data, lamports }: AccountUpdate): { outcome: string; verdict: string } {
  const type = TYPES.find(({ mark }) => mark.equals(data.subarray(0, 8)));
  const refused = (verdict: string) => ({ outcome: 'undecodable', verdict });
  if (lamports === 0n) {
    const told = type !== undefined && data.length === type.size;
    return told ? { outcome: 'closed', verdict: 'closed' } : refused('closed_unidentified');
  }
  if (data.length < 8) return refused('no_discriminator');
  if (type === undefined) return refused('unknown_discriminator');
  if (data.length !== type.size) return refused('wrong_size');
  if ((data[type.limit.at] as number) > type.limit.most) return refused(type.limit.reason);
  return { outcome: 'decoded', verdict: 'decoded' };
}

function expectRow(into: SlotBuffer, update: AccountUpdate, closed: boolean): void {
  const isPledge = into.pledges.rows === 1;
  const block: ColumnBlock = isPledge ? into.pledges : into.launches;
  const layout = isPledge ? PLEDGE : LAUNCH_CONFIG;
  const data = Buffer.from(update.data);
  expectShared(block, update, closed);
  const theirs = closed ? identityOf(data, isPledge) : plainly(anchor.decode(layout.name, data));
  for (const { name, ours } of rowOf(layout, block)) {
    const right = theirs[name] ?? zeroOf(ours);
    hold(same(ours, right), `${layout.name}.${name} is what the account holds`, () => ({
      ours,
      right,
      update,
    }));
  }
}

/** What a closed account still tells, where the specification has it. */
function identityOf(data: Buffer, isPledge: boolean): Record<string, unknown> {
  if (!isPledge) return { launch_id: data.readBigUInt64LE(11) };
  return { launch_id: data.readBigUInt64LE(10), pledger: data.subarray(18, 50) };
}

function rowOf(layout: AccountLayout, block: ColumnBlock): { name: string; ours: unknown }[] {
  return layout.fields.map(({ name, type }) => {
    const column = columnOf(block.layout, name);
    if (type === 'u64') return { name, ours: block.u64(column, 0) };
    if (type === 'i64') return { name, ours: block.i64(column, 0) };
    if (type === 'u32') return { name, ours: block.u32(column, 0) };
    if (type === 'u8' || type === 'bool') return { name, ours: block.u8(column, 0) };
    return { name, ours: block.bytes(column, 0) };
  });
}

/** Anchor's values in the form in which our columns are read. */
function plainly(account: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(account).map(([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): unknown {
  if (value instanceof PublicKey) return value.toBuffer();
  if (Array.isArray(value)) return Buffer.from(value as number[]);
  if (typeof value === 'object' && value !== null) return BigInt((value as BN).toString());
  return typeof value === 'boolean' ? Number(value) : value;
}

function zeroOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.alloc(value.length);
  return typeof value === 'bigint' ? 0n : 0;
}

function same(a: unknown, b: unknown): boolean {
  return a instanceof Uint8Array && b instanceof Uint8Array ? Buffer.compare(a, b) === 0 : a === b;
}

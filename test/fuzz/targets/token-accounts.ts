import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID, unpackAccount, unpackMint } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { ESCROW_IDL } from '../../../idl/escrow.ts';
import { LOCALNET_PROGRAM_ID } from '../../../idl/localnet.ts';
import { SYSTEM_PROGRAM_ID } from '../../../idl/programs.ts';
import { Decoder } from '../../../indexer/decode/decoder.ts';
import { SlotBuffer } from '../../../indexer/model/slot-buffer.ts';
import { MINT_VERSIONS, TOKEN_ACCOUNT_VERSIONS } from '../../../indexer/model/tables.ts';
import { type AccountUpdate, accountView } from '../../support/account-view.ts';
import { updateOf } from '../support/account-update.ts';
import { mutated, mutatedInPlace } from '../support/mutate.ts';
import type { Random } from '../support/random.ts';
import { expectQuarantined, expectShared } from '../support/rows.ts';
import { type FuzzTarget, hold } from '../support/target.ts';

const ESCROW = Buffer.alloc(32, 'escrow');
const MINT = Buffer.alloc(32, 'mint');
const SYSTEM = new PublicKey(SYSTEM_PROGRAM_ID);
const MOST_STATE = 2;

/** Escrows and mints: what is decoded is what spl-token unpacks, and everything else is kept as it came. */
export const tokenAccounts: FuzzTarget = {
  name: 'token-accounts',
  feeds: 'token accounts and mints to the decoder, beside spl-token',
  share: 1,
  good: 'decoded',
  start: () => {
    const decoder = new Decoder({ idl: ESCROW_IDL, programId: LOCALNET_PROGRAM_ID });
    decoder.follow({ kind: 'escrow', address: ESCROW, launchId: 7n });
    decoder.follow({ kind: 'mint', address: MINT });
    const into = new SlotBuffer();
    return {
      feed: (random) => {
        const isMint = random.once(3);
        const owner = random.once(30)
          ? SYSTEM
          : random.once(30)
            ? new PublicKey(random.bytes(32))
            : ownerOf(random);
        const update = {
          ...updateOf(dataOf(random, isMint), owner.toBuffer(), random),
          pubkey: isMint ? MINT : ESCROW,
        };
        into.reset();
        const outcome = decoder.account(accountView(update), into);
        return judge(outcome, { update, owner, into, isMint });
      },
    };
  },
};

const ownerOf = (random: Random): PublicKey => random.pick([TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID]);

function dataOf(random: Random, isMint: boolean): Buffer {
  const size = isMint ? 82 : 165;
  const valid = random.bytes(size);
  // Options and flags of the layout that have to be 0 or 1, and the state of an account.
  for (const at of isMint ? [0, 46] : [72, 109, 129]) valid.writeUInt32LE(random.below(2), at);
  if (isMint) valid[45] = random.once(10) ? random.below(256) : 1;
  else valid[108] = random.once(10) ? random.below(256) : 1 + random.below(2);
  const extended = random.once(3) ? Buffer.concat([valid, extension(random, size)]) : valid;
  switch (random.below(6)) {
    case 0:
      return mutated(extended, random);
    case 1:
      return extended.subarray(0, random.below(extended.length + 1));
    case 2:
      return random.once(8) ? random.bytes(random.below(400)) : mutatedInPlace(extended, random);
    default:
      return extended;
  }
}

/** What Token-2022 puts behind: padding up to byte 165, the kind of the account, extensions. */
function extension(random: Random, size: number): Buffer {
  const kind = random.once(8) ? random.below(256) : 1 + random.below(2);
  const length = random.once(6) ? 355 - 166 : random.below(120);
  return Buffer.concat([Buffer.alloc(165 - size), Buffer.of(kind), random.bytes(length)]);
}

interface Judged {
  readonly update: AccountUpdate & { readonly pubkey: Buffer };
  readonly owner: PublicKey;
  readonly into: SlotBuffer;
  readonly isMint: boolean;
}

function judge(outcome: string, judged: Judged): string {
  const { update, owner, into, isMint } = judged;
  hold(into.rows === 1, 'an account is one row', () => update);
  const expected = expectedOf(judged);
  const outcomes: Record<string, string> = { closed: 'closed', decoded: 'decoded' };
  hold(outcome === (outcomes[expected] ?? 'undecodable'), `${outcome} where ${expected} is right`, () => ({
    ...update,
    owner,
    isMint,
  }));
  if (outcome === 'undecodable') expectQuarantined(into, update, expected);
  else {
    expectShared(isMint ? into.mints : into.tokenAccounts, update, outcome === 'closed');
    if (outcome === 'decoded') expectValues(judged);
  }
  return expected;
}

function unpacked({ update: { pubkey, data, lamports }, owner, isMint }: Judged) {
  const info = { data: Buffer.from(data), owner, lamports: Number(lamports), executable: false };
  try {
    const address = new PublicKey(pubkey);
    return isMint ? unpackMint(address, info, owner) : unpackAccount(address, info, owner);
  } catch {
    return undefined;
  }
}

/** What must become of an account; spl-token says whether its bytes are one. */
function expectedOf(judged: Judged): string {
  const {
    update: { data, lamports },
    owner,
    isMint,
  } = judged;
  if (lamports === 0n || owner.equals(SYSTEM)) return 'closed';
  const classic = owner.equals(TOKEN_PROGRAM_ID);
  if (!classic && !owner.equals(TOKEN_2022_PROGRAM_ID)) return 'foreign_owner';
  // The classic program never makes an account of another size, which spl-token does not look at.
  if (classic && data.length !== (isMint ? 82 : 165)) return 'wrong_size';
  const account = unpacked(judged);
  if (account === undefined) return 'wrong_size';
  const flag = data[isMint ? 45 : 108] as number;
  if (flag === 0) return 'uninitialized';
  // States and bools that the programs do not have, which spl-token passes on.
  if (isMint) return flag > 1 ? 'bad_bool' : 'decoded';
  return flag > MOST_STATE ? 'bad_token_state' : 'decoded';
}

function expectValues(judged: Judged): void {
  const { update, into, isMint } = judged;
  const account = unpacked(judged);
  hold(account !== undefined, 'spl-token unpacks what is decoded', () => update);
  if (isMint && 'supply' in account) {
    const { supply, decimals, data } = MINT_VERSIONS.byName;
    hold(into.mints.u64(supply, 0) === account.supply, 'the supply is what spl-token reads', () => update);
    hold(into.mints.u8(decimals, 0) === account.decimals, 'so are the decimals', () => update);
    hold(into.mints.bytes(data, 0).equals(update.data), 'the bytes are kept', () => update);
    return;
  }
  hold('amount' in account, 'a token account is none but a token account', () => update);
  const { amount, mint, owner, data, launch_id } = TOKEN_ACCOUNT_VERSIONS.byName;
  const block = into.tokenAccounts;
  hold(block.u64(amount, 0) === account.amount, 'the amount is what spl-token reads', () => update);
  hold(block.bytes(mint, 0).equals(account.mint.toBuffer()), 'so is the mint', () => update);
  hold(block.bytes(owner, 0).equals(account.owner.toBuffer()), 'so is the owner', () => update);
  hold(block.u64(launch_id, 0) === 7n, 'the launch is that of the escrow', () => update);
  hold(block.bytes(data, 0).equals(update.data), 'the bytes are kept', () => update);
}

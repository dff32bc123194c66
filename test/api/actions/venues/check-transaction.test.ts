import { getCompiledTransactionMessageDecoder } from '@solana/transaction-messages';
import { describe, expect, test } from 'vitest';
import { readMessage, unsignedTransaction } from '../../../../api/actions/transactions/message.ts';
import { checkedTransaction } from '../../../../api/actions/venues/check-transaction.ts';
import { type Pubkey, parsePubkey, pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { NATIVE_MINT, TOKEN_ACCOUNT_RENT } from '../../../../core/rules/native-coin.ts';
import { SYSTEM_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../../idl/programs.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import {
  FRESH,
  type Held,
  LAST_HEIGHT,
  memo,
  role,
  token,
  transactionOf,
  wallet,
} from '../../venues/chain-of.ts';
import {
  ALLOWED,
  afterwards,
  BEFORE,
  frozen,
  LEFT,
  lst,
  lstAccount,
  NETWORK_FEE,
  owner,
  pool,
  ROLES,
  refusal,
  SOL,
  savings,
  TRANSACTION,
  thief,
  usd,
  usdAccount,
} from './venue-transactions.ts';

describe('a transaction that does what was planned', () => {
  test('passes with a fresh blockhash, everything that it can write having been looked at', async () => {
    const chain = afterwards();

    const { message, lastValidBlockHeight } = await checkedTransaction(chain, TRANSACTION, ALLOWED);

    expect(lastValidBlockHeight).toBe(LAST_HEIGHT);
    const compiled = getCompiledTransactionMessageDecoder().decode(message);
    expect(compiled).toMatchObject({ version: 0, lifetimeToken: FRESH });
    expect(chain.simulated[0]?.how?.accounts?.toSorted()).toEqual(
      ROLES.map(({ address }) => address).toSorted(),
    );
    expect(chain.simulated[0]?.transaction).toEqual(unsignedTransaction(message));
  });

  test('may close an account whose content stays with the owner, and use allowances that were there', async () => {
    const delegate = [thief, 10n] as const;
    const chain = afterwards(
      [owner, wallet(LEFT + TOKEN_ACCOUNT_RENT)],
      [savings, undefined],
      [usdAccount, token({ mint: usd, owner, amount: 5_900n, delegate })],
    );
    chain.before = new Map([...BEFORE, [usdAccount, token({ mint: usd, owner, amount: 1_000n, delegate })]]);

    const { message } = await checkedTransaction(chain, TRANSACTION, ALLOWED);
    expect(chain.simulated[0]?.transaction).toEqual(unsignedTransaction(message));
  });
});

describe('the technology fee on what a venue made', () => {
  const treasury = pubkeyOf('treasury');
  const fee = { mint: NATIVE_MINT, amount: 3_000_000n, account: treasury };
  const charged = { ...ALLOWED, fee };
  const spending = (lamports: bigint) => afterwards([owner, wallet(LEFT - lamports)]);
  const bytes = (data: number) => transactionOf(owner, [{ ...memo(ROLES), data: new Uint8Array(data) }]);
  /** As large as a packet holds. */
  const full = bytes(1_232 - bytes(200).length + 200);

  test('is its last instruction, and the only thing that leaves beside what was planned', async () => {
    const { message, feeLeftOut } = await checkedTransaction(spending(fee.amount), TRANSACTION, charged);

    expect(feeLeftOut).toBeUndefined();
    const instructions = readMessage(message)?.instructions ?? [];
    const last = instructions.at(-1);
    expect(last?.program).toBe(SYSTEM_PROGRAM_ID);
    expect(last?.accounts.map(({ address }) => address)).toEqual([owner, treasury]);
    expect(Buffer.from(last?.data ?? []).readBigUInt64LE(4)).toBe(fee.amount);
    const own = readMessage(TRANSACTION.subarray(65))?.instructions;
    expect(instructions.slice(0, -1).map(({ program }) => program)).toEqual(
      own?.map(({ program }) => program),
    );

    const more = checkedTransaction(spending(fee.amount + 1n), TRANSACTION, charged);
    expect(await refusal(more)).toContain('3005002 base units');
  });

  test('is looked at with the account that it goes to', async () => {
    const chain = spending(fee.amount);
    await checkedTransaction(chain, TRANSACTION, charged);

    expect(chain.simulated[0]?.how?.accounts).toContain(treasury);
  });

  test('is left out where the transaction has no room for it, and then nothing may leave in its place', async () => {
    expect(full).toHaveLength(1_232);
    const { message, feeLeftOut } = await checkedTransaction(spending(0n), full, charged);

    expect(feeLeftOut).toBe('the transaction of the venue leaves no room for it');
    expect(unsignedTransaction(message)).toHaveLength(1_232);
    expect(readMessage(message)?.instructions.at(-1)?.program).not.toBe(SYSTEM_PROGRAM_ID);
    expect(await refusal(checkedTransaction(spending(1n), full, charged))).toContain('5002');
  });
});

describe('a transaction that does something else is refused', () => {
  test.for<[string, readonly (readonly [Pubkey, Held | undefined])[], string]>([
    ['takes more', [[usdAccount, token({ mint: usd, owner, amount: 899n })]], '101 base units'],
    [
      'takes more from another account of the mint',
      [[savings, token({ mint: usd, owner, amount: 4_999n })]],
      '101 ',
    ],
    [
      'takes all by closing an account',
      [
        [owner, wallet(LEFT + TOKEN_ACCOUNT_RENT)],
        [savings, undefined],
      ],
      '5100 base units',
    ],
    ['takes every lamport', [[owner, undefined]], '997960720 base units'],
    ['brings less', [[lstAccount, token({ mint: lst, owner, amount: 89n })]], '89 base units'],
    [
      'brings it to somebody else',
      [
        [owner, wallet(SOL - NETWORK_FEE)],
        [lstAccount, token({ mint: lst, owner: thief, amount: 90n })],
      ],
      `0 base units of ${lst} would come in`,
    ],
    ['gives an account away', [[savings, token({ mint: usd, owner: thief, amount: 5_000n })]], 'away'],
    [
      'lets somebody spend later',
      [[savings, token({ mint: usd, owner, amount: 5_000n, delegate: [thief, 1n] })]],
      'let somebody else spend',
    ],
    [
      'lets somebody spend from a new account',
      [[lstAccount, token({ mint: lst, owner, amount: 90n, delegate: [thief, 1n] })]],
      'let somebody else spend',
    ],
    [
      'lets somebody close an account',
      [[savings, token({ mint: usd, owner, amount: 5_000n, closer: thief })]],
      'let somebody else close',
    ],
    [
      'freezes an account',
      [[savings, { ...token({ mint: usd, owner, amount: 5_000n }), data: frozen(5_000n) }]],
      'freeze the token account',
    ],
    ['assigns the wallet', [[owner, wallet(SOL, { owner: TOKEN_PROGRAM_ID })]], 'to a program'],
    ['fills the wallet with data', [[owner, wallet(SOL, { data: new Uint8Array(8) })]], 'to a program'],
  ])('where it %s', async ([, changes, words]) => {
    const reason = await refusal(checkedTransaction(afterwards(...changes), TRANSACTION, ALLOWED));

    expect(reason).toContain(words);
  });

  test('where somebody who may spend a little may spend more', async () => {
    const lent = (amount: bigint): Held =>
      token({ mint: usd, owner, amount: 5_000n, delegate: [thief, amount] });
    const chain = afterwards([savings, lent(11n)]);
    chain.before = new Map([...BEFORE, [savings, lent(10n)]]);

    expect(await refusal(checkedTransaction(chain, TRANSACTION, ALLOWED))).toContain(
      'let somebody else spend',
    );
  });

  const extended = (amount: bigint, extensions: readonly number[]): Held => {
    const held = token({ mint: lst, owner, amount, program: TOKEN_2022_PROGRAM_ID });
    const data = Buffer.concat([held.data, Uint8Array.of(2, ...extensions)]);
    return { ...held, lamports: 3_000_000n, data };
  };
  /** A fee that the mint withheld, and that memos are required. */
  const [withheld, memosOff, memosOn] = [
    (fee: number) => [2, 0, 8, 0, fee, 0, 0, 0, 0, 0, 0, 0],
    [8, 0, 1, 0, 0],
    [8, 0, 1, 0, 1],
  ];

  test('where it takes tokens of Token-2022, extensions or not', async () => {
    for (const of of [
      (amount: bigint) => extended(amount, memosOff),
      (amount: bigint) => token({ mint: lst, owner, amount, program: TOKEN_2022_PROGRAM_ID }),
    ]) {
      const chain = afterwards([pool, of(7n)]);
      chain.before = new Map([...BEFORE, [pool, of(200n)]]);
      expect(await refusal(checkedTransaction(chain, TRANSACTION, ALLOWED))).toContain('103 base units');
    }
  });

  test('where it changes an extension that the owner sets, and not where a transfer changes one', async () => {
    const chain = afterwards([pool, extended(200n, [...memosOff, ...withheld(9)])]);
    chain.before = new Map([...BEFORE, [pool, extended(200n, [...memosOff, ...withheld(3)])]]);
    await checkedTransaction(chain, TRANSACTION, ALLOWED);

    for (const extensions of [memosOn, [...memosOff, ...memosOn], []]) {
      chain.after = new Map([...chain.after, [pool, extended(200n, extensions)]]);
      expect(await refusal(checkedTransaction(chain, TRANSACTION, ALLOWED))).toContain('extensions');
    }
  });

  test.for([
    'Stake11111111111111111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    'namesLPneVptA9Z5rqUDD9tMTWEJwofgaYwp8cawRkX',
    TOKEN_PROGRAM_ID,
    SYSTEM_PROGRAM_ID,
  ])('where it could change an account of %s that names the wallet', async (program) => {
    const data = Buffer.concat([new Uint8Array(44), pubkeyBytes(owner)]);
    const named: Held = { owner: parsePubkey(program), lamports: 5n, data };
    const chain = afterwards([pool, named]);
    chain.before = new Map([...BEFORE, [pool, named]]);

    expect(await refusal(checkedTransaction(chain, TRANSACTION, ALLOWED))).toContain('names the wallet');
  });

  test('where it only reads a multisig that the wallet belongs to', async () => {
    const multisig = pubkeyOf('a multisig');
    const data = Buffer.concat([new Uint8Array(11), pubkeyBytes(owner), new Uint8Array(312)]);
    const chain = afterwards();
    chain.before = new Map([...BEFORE, [multisig, { owner: TOKEN_PROGRAM_ID, lamports: 5n, data }]]);
    const reading = transactionOf(owner, [memo([...ROLES, role(multisig, { writable: false })])]);

    expect(await refusal(checkedTransaction(chain, reading, ALLOWED))).toContain('multisig');
    expect(chain.simulated).toEqual([]);
  });

  test('where the node would not execute it', async () => {
    const chain = afterwards();
    chain.error = { InstructionError: [0, 'InvalidArgument'] };

    await expect(checkedTransaction(chain, TRANSACTION, ALLOWED)).rejects.toMatchObject({
      code: 'SIMULATION_FAILED',
    });
  });
});

import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/transaction-messages';
import { describe, expect, test } from 'vitest';
import {
  readMessage,
  signedTransaction,
  unsignedTransaction,
} from '../../../../api/actions/transactions/message.ts';
import { type Checked, checkedTransaction } from '../../../../api/actions/venues/check-transaction.ts';
import { type Pubkey, parsePubkey, pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { NATIVE_MINT } from '../../../../core/rules/moves.ts';
import { SYSTEM_PROGRAM_ID, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../../idl/programs.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import {
  chainOf,
  FRESH,
  type Held,
  LAST_HEIGHT,
  memo,
  role,
  token,
  transactionOf,
  wallet,
} from '../../venues/chain-of.ts';

const [owner, thief, pool] = [pubkeyOf('owner'), pubkeyOf('thief'), pubkeyOf('pool')];
const [usd, lst] = [pubkeyOf('usd'), pubkeyOf('lst')];
const [usdAccount, savings, lstAccount] = [
  pubkeyOf('usd account'),
  pubkeyOf('savings'),
  pubkeyOf('lst account'),
];
const SOL = 1_000_000_000n;

const BEFORE: ReadonlyMap<Pubkey, Held> = new Map([
  [owner, wallet(SOL)],
  [usdAccount, token({ mint: usd, owner, amount: 1_000n })],
  [savings, token({ mint: usd, owner, amount: 5_000n })],
  [pool, token({ mint: usd, owner: thief, amount: 9n })],
]);
/** Takes 100 and brings 90, as planned. */
const HONEST: readonly (readonly [Pubkey, Held])[] = [
  [owner, wallet(SOL - 2_044_280n)],
  [usdAccount, token({ mint: usd, owner, amount: 900n })],
  [lstAccount, token({ mint: lst, owner, amount: 90n })],
];
const ALLOWED: Checked = {
  ...{ venue: 'staking', wallet: owner, outflows: [{ mint: usd, amount: 100n }] },
  minimum: { mint: lst, amount: 90n },
  fee: undefined,
};
const ROLES = [owner, usdAccount, savings, lstAccount, pool].map((one) =>
  role(one, one === owner ? { signer: true } : {}),
);
const TRANSACTION = transactionOf(owner, [memo(ROLES)]);

const afterwards = (...changes: readonly (readonly [Pubkey, Held | undefined])[]) => {
  const chain = chainOf(BEFORE);
  const after = new Map<Pubkey, Held>([...BEFORE, ...HONEST]);
  for (const [address, held] of changes) {
    if (held) after.set(address, held);
    else after.delete(address);
  }
  chain.after = after;
  return chain;
};
const refusal = async (promise: Promise<unknown>): Promise<string> => {
  const error = await promise.then(
    () => undefined,
    (thrown: { code: string; context: { reason: string } }) => thrown,
  );
  expect(error?.code).toBe('VENUE_TRANSACTION_REFUSED');
  return error?.context.reason ?? '';
};

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
      [savings, undefined],
      [usdAccount, token({ mint: usd, owner, amount: 5_900n, delegate })],
    );
    chain.before = new Map([...BEFORE, [usdAccount, token({ mint: usd, owner, amount: 1_000n, delegate })]]);

    await checkedTransaction(chain, TRANSACTION, ALLOWED);
  });

  test('may take the native coin in either form, with what fees and rent allow', async () => {
    const outflows = [{ mint: NATIVE_MINT, amount: 400_000_000n }];
    const least = afterwards([usdAccount, BEFORE.get(usdAccount)], [owner, wallet(SOL - 420_000_000n)]);
    await checkedTransaction(least, TRANSACTION, { ...ALLOWED, outflows });

    const more = afterwards([usdAccount, BEFORE.get(usdAccount)], [owner, wallet(SOL - 420_000_001n)]);
    expect(await refusal(checkedTransaction(more, TRANSACTION, { ...ALLOWED, outflows }))).toContain(
      `420000001 base units of ${NATIVE_MINT} would leave`,
    );
  });
});

describe('the technology fee on what a venue made', () => {
  const treasury = pubkeyOf('treasury');
  const fee = { mint: NATIVE_MINT, amount: 3_000_000n, account: treasury };
  const charged = { ...ALLOWED, fee };
  const spending = (lamports: bigint) => afterwards([owner, wallet(SOL - lamports)]);
  const bytes = (data: number) => transactionOf(owner, [{ ...memo(ROLES), data: new Uint8Array(data) }]);
  /** As large as a packet holds. */
  const full = bytes(1_232 - bytes(200).length + 200);

  test('is its last instruction, and the only thing that leaves beside what was planned', async () => {
    const { message, feeLeftOut } = await checkedTransaction(spending(23_000_000n), TRANSACTION, charged);

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

    const more = checkedTransaction(spending(23_000_001n), TRANSACTION, charged);
    expect(await refusal(more)).toContain('23000001 base units');
  });

  test('is looked at with the account that it goes to', async () => {
    const chain = spending(23_000_000n);
    await checkedTransaction(chain, TRANSACTION, charged);

    expect(chain.simulated[0]?.how?.accounts).toContain(treasury);
  });

  test('is left out where the transaction has no room for it, and then nothing may leave in its place', async () => {
    expect(full).toHaveLength(1_232);
    const { message, feeLeftOut } = await checkedTransaction(spending(20_000_000n), full, charged);

    expect(feeLeftOut).toBe('the transaction of the venue leaves no room for it');
    expect(unsignedTransaction(message)).toHaveLength(1_232);
    expect(readMessage(message)?.instructions.at(-1)?.program).not.toBe(SYSTEM_PROGRAM_ID);
    expect(await refusal(checkedTransaction(spending(20_000_001n), full, charged))).toContain('20000001');
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
    ['takes all by closing an account', [[savings, undefined]], '5100 base units'],
    ['takes lamports', [[owner, wallet(SOL - 20_000_001n)]], '20000001 base units'],
    ['takes every lamport', [[owner, undefined]], '1000000000 base units'],
    ['brings less', [[lstAccount, token({ mint: lst, owner, amount: 89n })]], '89 base units'],
    [
      'brings it to somebody else',
      [[lstAccount, token({ mint: lst, owner: thief, amount: 90n })]],
      '0 base units',
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

  test('where it takes tokens of Token-2022, extensions or not', async () => {
    const extended = (amount: bigint): Held => {
      const held = token({ mint: lst, owner, amount, program: TOKEN_2022_PROGRAM_ID });
      return { ...held, data: Buffer.concat([held.data, Uint8Array.of(2), new Uint8Array(20)]) };
    };
    for (const of of [
      extended,
      (amount: bigint) => token({ mint: lst, owner, amount, program: TOKEN_2022_PROGRAM_ID }),
    ]) {
      const chain = afterwards([pool, of(7n)]);
      chain.before = new Map([...BEFORE, [pool, of(200n)]]);
      expect(await refusal(checkedTransaction(chain, TRANSACTION, ALLOWED))).toContain('103 base units');
    }
  });

  test.for([
    'Stake11111111111111111111111111111111111111',
    'BPFLoaderUpgradeab1e11111111111111111111111',
    TOKEN_PROGRAM_ID,
    SYSTEM_PROGRAM_ID,
  ])('where it writes an account of %s that the wallet rules over', async (program) => {
    const data = Buffer.concat([new Uint8Array(44), pubkeyBytes(owner)]);
    const ruled: Held = { owner: parsePubkey(program), lamports: 5n, data };
    const chain = afterwards([pool, ruled]);
    chain.before = new Map([...BEFORE, [pool, ruled]]);

    expect(await refusal(checkedTransaction(chain, TRANSACTION, ALLOWED))).toContain('rules over');
  });

  test('where the node would not execute it', async () => {
    const chain = afterwards();
    chain.error = { InstructionError: [0, 'InvalidArgument'] };

    await expect(checkedTransaction(chain, TRANSACTION, ALLOWED)).rejects.toMatchObject({
      code: 'SIMULATION_FAILED',
    });
  });
});

describe('bytes that are refused before the node is asked', () => {
  const message = TRANSACTION.subarray(65);
  const nonce = { program: SYSTEM_PROGRAM_ID, accounts: [role(pool)], data: Uint8Array.of(4, 0, 0, 0) };
  const cosigned = Buffer.concat([
    ...[Uint8Array.of(2), new Uint8Array(128)],
    transactionOf(owner, [memo([role(thief, { signer: true })])]).subarray(65),
  ]);
  const legacy = () => {
    const compiled = getCompiledTransactionMessageDecoder().decode(message);
    const { addressTableLookups: _none, ...rest } = compiled as typeof compiled & {
      addressTableLookups?: unknown;
    };
    const encoded = getCompiledTransactionMessageEncoder().encode({
      ...rest,
      version: 'legacy',
    } as typeof compiled);
    return unsignedTransaction(Uint8Array.from(encoded));
  };
  test.for<[string, Uint8Array, string]>([
    ['of somebody else who pays', transactionOf(thief, [memo([])]), 'pay its fee'],
    ['of a second signer', cosigned, 'sign it as well'],
    ['that are signed already', signedTransaction(message, new Uint8Array(64).fill(1)), 'signed already'],
    ['that would never expire', transactionOf(owner, [nonce, memo(ROLES)]), 'never expire'],
    ['that are none', new Uint8Array(200).fill(7), 'no v0 transaction'],
    ['that are empty', new Uint8Array(), 'no v0 transaction'],
    ['of the older kind', legacy(), 'no v0 transaction'],
    ['that fit into no packet', Buffer.concat([TRANSACTION, new Uint8Array(1_300)]), 'packet'],
  ])('are those %s', async ([, bytes, words]) => {
    const chain = afterwards();

    expect(await refusal(checkedTransaction(chain, bytes, ALLOWED))).toContain(words);
    expect(chain.simulated).toEqual([]);
  });
});

describe('accounts of a look-up table', () => {
  const TABLE_PROGRAM = parsePubkey('AddressLookupTab1e1111111111111111111111111');
  const table = pubkeyOf('a table');
  const tableOf = (...addresses: readonly Pubkey[]): Held => {
    const data = Buffer.concat([new Uint8Array(56), ...addresses.map(pubkeyBytes)]);
    data.writeUInt32LE(1, 0);
    return { owner: TABLE_PROGRAM, lamports: 1n, data };
  };
  /** Nothing but the owner is named by the message itself; the table's second entry is written. */
  const lookingUp = () => {
    const plain = transactionOf(owner, [memo([role(owner, { signer: true })])]).subarray(65);
    const compiled = getCompiledTransactionMessageDecoder().decode(plain);
    const lookup = { lookupTableAddress: table, writableIndexes: [1], readonlyIndexes: [] };
    const encoded = getCompiledTransactionMessageEncoder().encode({
      ...compiled,
      addressTableLookups: [lookup],
    } as unknown as typeof compiled);
    return unsignedTransaction(Uint8Array.from(encoded));
  };
  const allowed = { ...ALLOWED, outflows: [], minimum: undefined };

  test('count like every other: what leaves them is seen', async () => {
    const chain = afterwards([savings, token({ mint: usd, owner, amount: 4_999n })]);
    chain.before = new Map([...BEFORE, [table, tableOf(pool, savings)]]);

    expect(await refusal(checkedTransaction(chain, lookingUp(), allowed))).toContain('1 base units');
    expect(chain.simulated[0]?.how?.accounts).toEqual([owner, savings]);
  });

  test.for([
    ['is not there', undefined],
    ['is too short', tableOf(pool)],
    ['is of another program', { ...tableOf(pool, savings), owner: TOKEN_PROGRAM_ID }],
  ] as const)('are not believed where the table %s', async ([, held]) => {
    const chain = afterwards();
    chain.before = new Map([...BEFORE, ...(held ? [[table, held] as const] : [])]);

    expect(await refusal(checkedTransaction(chain, lookingUp(), allowed))).toContain('look-up table');
  });
});

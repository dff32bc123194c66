import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Checked, checkedTransaction } from '../../../../api/actions/venues/check-transaction.ts';
import { beyondAllowed } from '../../../../api/actions/venues/compare.ts';
import { tokenHolding } from '../../../../api/actions/venues/holdings.ts';
import { type Pubkey, pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import {
  MOST_RENT,
  NATIVE_MINT,
  rentExemption,
  TOKEN_ACCOUNT_RENT,
} from '../../../../core/rules/native-coin.ts';
import { TOKEN_2022_PROGRAM_ID } from '../../../../idl/programs.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { chainOf, type Held, memo, role, token, transactionOf, wallet } from '../../venues/chain-of.ts';
import { ALLOWED, NETWORK_FEE, owner, refusal, SOL, thief, usd, usdAccount } from './venue-transactions.ts';

const wrapped = pubkeyOf('wrapped account');
const [empty, made] = [pubkeyOf('an empty account'), pubkeyOf('a made account')];
const [program, position] = [pubkeyOf('the program of a venue'), pubkeyOf('a position')];
const EMPTY = token({ mint: usd, owner, amount: 0n });
const TRANSACTION = transactionOf(owner, [
  memo([
    role(owner, { signer: true }),
    ...[usdAccount, wrapped, empty, made, position].map((one) => role(one)),
  ]),
]);
/** Gives USD for a least amount of the native coin. */
const intoNative = (amount: bigint): Checked => ({
  ...ALLOWED,
  outflows: [{ mint: usd, amount: 1_000n }],
  minimum: { mint: NATIVE_MINT, amount },
});
const NOTHING: Checked = { ...ALLOWED, outflows: [], minimum: undefined };

const inWrapped = (amount: bigint): Held => ({
  ...token({ mint: NATIVE_MINT, owner, amount }),
  lamports: amount + TOKEN_ACCOUNT_RENT,
});
const withLamports = (held: Held, lamports: bigint): Held => ({ ...held, lamports });
const positionOf = (who: Pubkey, bytes: number, lamports = rentExemption(bytes)): Held => ({
  ...{ owner: program, lamports },
  data: Buffer.concat([new Uint8Array(bytes - 32), pubkeyBytes(who)]),
});

type State = readonly (readonly [Pubkey, Held])[];
const held = (before: State, after: State, checked: Checked) => {
  const chain = chainOf(new Map(before));
  chain.after = new Map(after);
  return checkedTransaction(chain, TRANSACTION, checked);
};
const START: State = [
  [owner, wallet(SOL)],
  [usdAccount, token({ mint: usd, owner, amount: 1_000n })],
];
const PAID: State = [[usdAccount, token({ mint: usd, owner, amount: 0n })]];

describe('native coin that is promised', () => {
  test('has to come in to the lamport, less the network fee', async () => {
    const least = 18_905_001n;
    const bringing = (lamports: bigint): State => [[owner, wallet(SOL + lamports)], ...PAID];

    await held(START, bringing(least - NETWORK_FEE), intoNative(least));

    const short = held(START, bringing(least - NETWORK_FEE - 1n), intoNative(least));
    expect(await refusal(short)).toBe(
      `18905000 base units of ${NATIVE_MINT} would come in, and not 18905001`,
    );
    const nothing = held(START, bringing(-NETWORK_FEE), intoNative(least));
    expect(await refusal(nothing)).toContain('0 base units');
  });

  test('counts in its wrapped form, with the rent of an account that stays the owner’s', async () => {
    const least = 500_000_000n;
    const bringing = (amount: bigint): State => [
      [owner, wallet(SOL - NETWORK_FEE - TOKEN_ACCOUNT_RENT)],
      [wrapped, inWrapped(amount)],
      ...PAID,
    ];

    await held(START, bringing(least), intoNative(least));
    expect(await refusal(held(START, bringing(least - 1n), intoNative(least)))).toContain('499999999');
  });

  test('is not what the owner’s own accounts give when they are closed', async () => {
    const before: State = [...START, [empty, EMPTY]];
    const after: State = [[owner, wallet(SOL - NETWORK_FEE + TOKEN_ACCOUNT_RENT)], ...PAID];

    expect(await refusal(held(before, after, intoNative(TOKEN_ACCOUNT_RENT)))).toContain('0 base units');
  });

  test('is not an amount of its mint in Token-2022, which nobody can unwrap', async () => {
    const inToken2022 = token({ mint: NATIVE_MINT, owner, amount: 500n, program: TOKEN_2022_PROGRAM_ID });
    const paying = wallet(SOL - NETWORK_FEE - inToken2022.lamports);
    const after: State = [[owner, paying], [made, inToken2022], ...PAID];

    expect(await refusal(held(START, after, intoNative(500n)))).toContain('0 base units');
  });

  test('is not rent in an account of the venue', async () => {
    const least = 1_000_000n;
    const after: State = [
      [owner, wallet(SOL - NETWORK_FEE)],
      [position, positionOf(owner, 100, least)],
      ...PAID,
    ];
    const reason = await refusal(held(START, after, { ...intoNative(least), programs: [program] }));
    expect(reason).toContain('0 base units');
  });

  test('never comes in below its minimum, whatever balances, fees and rents are', () => {
    const lamports = fc.oneof(
      fc.bigInt({ min: 0n, max: 40_000_000n }),
      fc.constantFrom(0n, 1n, TOKEN_ACCOUNT_RENT, MOST_RENT, MOST_RENT + 1n, 20_000_000n),
    );
    const inToken2022 = token({ mint: NATIVE_MINT, owner, amount: 3n, program: TOKEN_2022_PROGRAM_ID });
    const another = token({ mint: usd, owner: thief, amount: 0n });
    const account = fc
      .tuple(fc.constantFrom(empty, made, wrapped), lamports, fc.nat(4))
      .map(([address, more, kind]): State[number] => {
        const kinds = [
          inWrapped(more),
          ...[EMPTY, inToken2022, another].map((one) => withLamports(one, TOKEN_ACCOUNT_RENT + more)),
          positionOf(owner, 100, more + 1n),
        ];
        return [address, kinds[kind] ?? EMPTY];
      });
    const accounts = fc
      .tuple(lamports, fc.array(account, { maxLength: 3 }))
      .map(([own, others]) => new Map<Pubkey, Held>([[owner, wallet(SOL + own)], ...others]));
    /** What the owner could take out of all accounts at best. */
    const worth = (all: ReadonlyMap<Pubkey, Held>) =>
      [...all].reduce(
        (sum, [address, one]) =>
          address === owner || tokenHolding(one)?.owner === owner ? sum + one.lamports : sum,
        0n,
      );
    const tried = { passed: 0, refused: 0 };

    fc.assert(
      fc.property(
        accounts,
        accounts,
        lamports,
        lamports,
        fc.boolean(),
        (before, after, fee, amount, promised) => {
          const bound = promised
            ? { minimum: { mint: NATIVE_MINT, amount }, programs: [program] }
            : { outflows: [{ mint: NATIVE_MINT, amount }] };
          const allowed = { ...NOTHING, ...bound, networkFee: fee };
          const problem = beyondAllowed(before, after, allowed);
          tried[problem === undefined ? 'passed' : 'refused'] += 1;
          const gained = worth(after) - worth(before) + fee;
          if (problem === undefined) expect(gained >= (promised ? amount : -amount)).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
    expect([tried.passed > 50, tried.refused > 50]).toEqual([true, true]);
  });
});

describe('native coin that leaves', () => {
  const spending = (amount: bigint): Checked => ({
    ...NOTHING,
    outflows: [{ mint: NATIVE_MINT, amount }],
  });

  test('is what was planned, the network fee, and rent of accounts that stay the owner’s', async () => {
    const ending = (lamports: bigint): State => [
      [owner, wallet(SOL - lamports)],
      [usdAccount, token({ mint: usd, owner, amount: 1_000n })],
      [made, EMPTY],
    ];
    const most = 400_000_000n + NETWORK_FEE + TOKEN_ACCOUNT_RENT;

    await held(START, ending(most), spending(400_000_000n));
    expect(await refusal(held(START, ending(most + 1n), spending(400_000_000n)))).toContain(
      `${400_000_001n + NETWORK_FEE} base units of ${NATIVE_MINT} would leave`,
    );
  });

  test.for<[string, State, State]>([
    ['an empty account is closed to somebody else', [[empty, EMPTY]], []],
    [
      'an account that stays empty loses what exceeds its rent',
      [[empty, withLamports(EMPTY, SOL)]],
      [[empty, EMPTY]],
    ],
    ['wrapped coin goes to somebody else', [[wrapped, inWrapped(7n)]], [[wrapped, inWrapped(6n)]]],
    [
      'an account is paid for somebody else',
      [],
      [
        [owner, wallet(SOL - NETWORK_FEE - TOKEN_ACCOUNT_RENT)],
        [made, token({ mint: usd, owner: thief, amount: 0n })],
      ],
    ],
    [
      'more than its rent is locked in an account',
      [],
      [
        [owner, wallet(SOL - NETWORK_FEE - TOKEN_ACCOUNT_RENT - 1n)],
        [made, withLamports(EMPTY, TOKEN_ACCOUNT_RENT + 1n)],
      ],
    ],
  ])('is counted where %s', async ([, before, after]) => {
    const ended: State = [...START, [owner, wallet(SOL - NETWORK_FEE)], ...after];

    expect(await refusal(held([...START, ...before], ended, NOTHING))).toContain('would leave the wallet');
  });

  describe('may be rent of a new account of the venue that names the wallet', () => {
    const opening = (position_: Held, checked: Partial<Checked> = {}) =>
      held(
        START,
        [...START, [owner, wallet(SOL - NETWORK_FEE - position_.lamports)], [position, position_]],
        { ...NOTHING, programs: [program], ...checked },
      );

    test('up to the least that the account needs, and a limit', async () => {
      await opening(positionOf(owner, 1_000));

      expect(await refusal(opening(positionOf(owner, 1_000, rentExemption(1_000) + 1n)))).toContain('leave');
      expect(await refusal(opening(positionOf(owner, Number(MOST_RENT / 6_960n))))).toContain('leave');
    });

    test('and not where it names somebody else, or belongs to another program', async () => {
      expect(await refusal(opening(positionOf(thief, 1_000)))).toContain('leave');
      expect(await refusal(opening(positionOf(owner, 1_000), { programs: [] }))).toContain('leave');
    });
  });

  test('is held to what a payment meanwhile does not change', async () => {
    const chain = chainOf(new Map(START));
    chain.after = new Map([...START, [owner, wallet(SOL - NETWORK_FEE - 100n)]]);
    let reads = 0;
    const paid = {
      ...chain,
      accounts: async (addresses: readonly Pubkey[]) => {
        reads += 1;
        if (reads % 2 === 1) chain.before = new Map([...START, [owner, wallet(SOL + BigInt(reads))]]);
        return chain.accounts(addresses);
      },
    };

    await expect(checkedTransaction(paid, TRANSACTION, NOTHING)).rejects.toMatchObject({
      code: 'CHAIN_UNREADABLE',
    });
  });
});

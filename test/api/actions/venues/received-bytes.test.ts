import {
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/transaction-messages';
import { describe, expect, test } from 'vitest';
import { signedTransaction, unsignedTransaction } from '../../../../api/actions/transactions/message.ts';
import { checkedTransaction } from '../../../../api/actions/venues/check-transaction.ts';
import { type Pubkey, parsePubkey, pubkeyBytes } from '../../../../core/kernel/pubkey.ts';
import { SYSTEM_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../../idl/programs.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';
import { type Held, memo, role, token, transactionOf, wallet } from '../../venues/chain-of.ts';
import {
  ALLOWED,
  afterwards,
  BEFORE,
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
} from './venue-transactions.ts';

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
    ['that are signed already', signedTransaction(message, new Uint8Array(64).fill(1)), 'already signed'],
    ['that would never expire', transactionOf(owner, [nonce, memo(ROLES)]), 'never expire'],
    ['that are none', new Uint8Array(200).fill(7), 'not a v0 transaction'],
    ['that are empty', new Uint8Array(), 'not a v0 transaction'],
    ['of the older kind', legacy(), 'not a v0 transaction'],
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
  const unspent = [owner, wallet(SOL - NETWORK_FEE)] as const;

  test('count like every other: what leaves them is seen', async () => {
    const chain = afterwards(unspent, [savings, token({ mint: usd, owner, amount: 4_999n })]);
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

    expect(await refusal(checkedTransaction(chain, lookingUp(), allowed))).toContain('lookup table');
  });
});

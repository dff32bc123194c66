import { randomUUID } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { testWallet } from '../../../support/wallets.ts';
import { LAST_HEIGHT } from '../../venues/chain-of.ts';
import { transferSuite } from './transfer-suite.ts';

const suite = transferSuite();
const { ask, call, confirm } = suite;

describe('a transaction whose blockhash is past', () => {
  test('is refused, nothing is sent and nothing is moved; a fresh one is taken', async () => {
    const { id } = await confirm('999');
    const { json: handed } = await ask(id, 'transaction');
    const transaction = suite.owner.signTransaction(handed.transaction);

    suite.height = LAST_HEIGHT + 1n;
    const refused = await ask(id, 'submit', { transaction });
    expect(refused).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('Nothing was sent') },
    });
    expect(refused.json.detail).toContain(`block height ${LAST_HEIGHT}`);
    expect(suite.sent).toEqual([]);
    expect((await call('get_intent_status', { intent_id: id })).intent.status).toBe('proposed');

    suite.height = LAST_HEIGHT;
    expect(await ask(id, 'submit', { transaction })).toMatchObject({ json: { status: 'submitted' } });
    expect(suite.sent).toHaveLength(1);
  });

  test('is refused too where the node does not know its blockhash', async () => {
    const { id } = await confirm('999');
    const { json: handed } = await ask(id, 'transaction');
    suite.chain.error = 'BlockhashNotFound';
    const refused = await ask(id, 'submit', { transaction: suite.owner.signTransaction(handed.transaction) });
    suite.chain.error = null;
    expect(refused).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('Nothing was sent') },
    });
    expect(suite.sent).toEqual([]);
  });
});

describe('a transaction that was changed after it was handed out', () => {
  const [payer, thief] = [
    () => new PublicKey(suite.owner.address),
    Keypair.fromSeed(new Uint8Array(32).fill(9)),
  ];
  /** The owner's wallet signs whatever it is given; others may sign besides. */
  const signed = (transaction: VersionedTransaction): string => {
    const bytes = transaction.message.serialize();
    transaction.addSignature(payer(), suite.owner.signBytes(bytes));
    return Buffer.from(transaction.serialize()).toString('base64');
  };
  const recompiled = (
    instructions: TransactionInstruction[],
    { message }: VersionedTransaction,
    payerKey = payer(),
  ) =>
    new VersionedTransaction(
      new TransactionMessage({
        ...{ payerKey, recentBlockhash: message.recentBlockhash, instructions },
      }).compileToV0Message(),
    );
  const instructionsOf = ({ message }: VersionedTransaction) =>
    TransactionMessage.decompile(message).instructions;
  const more = (): TransactionInstruction =>
    SystemProgram.transfer({ fromPubkey: payer(), toPubkey: thief.publicKey, lamports: 1 });

  test.for<[string, (handed: VersionedTransaction) => string]>([
    [
      'another amount',
      (handed) => {
        const instructions = instructionsOf(handed);
        const transfer = instructions.at(-2);
        transfer?.data.writeBigUInt64LE(1_000n, 1);
        return signed(recompiled(instructions, handed));
      },
    ],
    ['one more instruction', (handed) => signed(recompiled([...instructionsOf(handed), more()], handed))],
    ['no fee', (handed) => signed(recompiled(instructionsOf(handed).slice(0, -1), handed))],
    [
      'one more signer',
      (handed) => {
        const besides = SystemProgram.transfer({
          fromPubkey: thief.publicKey,
          toPubkey: payer(),
          lamports: 1,
        });
        const transaction = recompiled([...instructionsOf(handed), besides], handed);
        transaction.sign([thief]);
        return signed(transaction);
      },
    ],
    [
      'another fee payer',
      (handed) => {
        const transaction = recompiled(instructionsOf(handed), handed, thief.publicKey);
        transaction.sign([thief]);
        return signed(transaction);
      },
    ],
    [
      'another blockhash',
      (handed) => {
        handed.message.recentBlockhash = thief.publicKey.toBase58();
        return signed(handed);
      },
    ],
    ['no signature', (handed) => Buffer.from(handed.serialize()).toString('base64')],
    [
      'the signature of somebody else',
      (handed) => {
        const { secretKey } = thief;
        const other = ed25519.sign(handed.message.serialize(), secretKey.slice(0, 32));
        handed.addSignature(payer(), other);
        return Buffer.from(handed.serialize()).toString('base64');
      },
    ],
    [
      'the signature of another message',
      (handed) => {
        handed.addSignature(payer(), suite.owner.signBytes(new Uint8Array(200)));
        return Buffer.from(handed.serialize()).toString('base64');
      },
    ],
    [
      'bytes behind it',
      (handed) => Buffer.concat([Buffer.from(signed(handed), 'base64'), Buffer.alloc(3)]).toString('base64'),
    ],
  ])('with %s is refused: nothing is sent and nothing is moved', async ([, change]) => {
    const { id } = await confirm('999');
    const { json: handed } = await ask(id, 'transaction');
    const read = () => VersionedTransaction.deserialize(Buffer.from(handed.transaction, 'base64'));

    const refused = await ask(id, 'submit', { transaction: change(read()) });

    expect(refused).toMatchObject({
      status: 400,
      json: { detail: expect.stringContaining('Nothing was sent') },
    });
    expect(suite.sent).toEqual([]);
    expect((await call('get_intent_status', { intent_id: id })).intent.status).toBe('proposed');
    // What was handed out is still good.
    expect(await ask(id, 'submit', { transaction: signed(read()) })).toMatchObject({
      json: { status: 'submitted' },
    });
    expect(suite.sent).toHaveLength(1);
  });
});

describe('an intent of another owner', () => {
  const stranger = testWallet('a stranger to intents').address;

  test('is not listed, shown, approved, rejected, handed out or submitted, and stays as it is', async () => {
    const { id } = await confirm('999');
    const { json: handed } = await ask(id, 'transaction');
    const transaction = suite.owner.signTransaction(handed.transaction);
    const own = () => suite.api.asOwner(suite.owner.address, 'GET', `/intents/${id}/`);
    const before = (await own()).json;

    const { api } = suite;
    expect((await api.asOwner(stranger, 'GET', '/intents/')).json).toEqual({ results: [], has_more: false });
    const unknown = await api.asOwner(stranger, 'GET', `/intents/${randomUUID()}/`);
    const answers = [await api.asOwner(stranger, 'GET', `/intents/${id}/`)];
    for (const [what, body] of [
      ['approve', {}],
      ['reject', { reason: 'not mine' }],
      ['transaction', {}],
      ['submit', { transaction }],
    ] as const) {
      answers.push(await api.asOwner(stranger, 'POST', `/intents/${id}/${what}/`, body));
    }

    // The same answer as for an id that does not exist: it does not even say that there is one.
    for (const { status, json } of answers) expect([status, json]).toEqual([404, unknown.json]);
    expect(suite.sent).toEqual([]);
    expect((await own()).json).toEqual(before);
    expect(await ask(id, 'submit', { transaction })).toMatchObject({ json: { status: 'submitted' } });
  });
});

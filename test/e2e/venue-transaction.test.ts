import {
  createApproveInstruction,
  createAssociatedTokenAccountInstruction,
  createCloseAccountInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token';
import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentAndOwner, agentAndOwner } from '../support/agent-and-owner.ts';
import { type Demo, startDemo } from '../support/demo.ts';
import { localnetWallet } from '../support/localnet-wallet.ts';
import { connectAgent } from '../support/mcp-agent.ts';
import { type ScriptedHttp, startScriptedHttp } from '../support/scripted-http.ts';
import { waitFor } from '../support/wait-for.ts';

/** Wallets that are none of the tour's: they hold what the faucet gives them. */
const [owner, market, treasury] = [localnetWallet(901), localnetWallet(902), localnetWallet(903)];
const [OWNER, MARKET, TREASURY] = [owner, market, treasury].map(({ address }) => new PublicKey(address)) as [
  PublicKey,
  PublicKey,
  PublicKey,
];
const DECIMALS = 6;
const AMOUNT = 1_000_000n;
/** 25 basis points of it. */
const FEE = 2_500n;
const FEE_TERMS = { TECHNOLOGY_FEE_BPS: '25', TECHNOLOGY_FEE_ACCOUNT: treasury.address };
/** On the local chain it does nothing but take a text, and so it stands in for the program of a lending market. */
const LENDING_PROGRAM = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const NATIVE = 'So11111111111111111111111111111111111111112';
const RECEIVES = { asset: NATIVE, amount: '19000000', minimum: '18905001' };
const QUOTE = { routes: [{ label: 'a pool', pays: [], receives: RECEIVES }] };
const BLOCKHASH = PublicKey.default.toBase58();

describe('a venue builds a transaction, and the owner’s wallet signs it', () => {
  let venue: ScriptedHttp;
  let demo: Demo;
  let agent: AgentAndOwner;
  let mint: PublicKey;
  let transaction: () => VersionedTransaction;
  let quotesHang = false;
  beforeAll(async () => {
    venue = await startScriptedHttp(({ path }) => {
      if (path === '/quote' && quotesHang) return 'hang';
      const built = () => Buffer.from(transaction().serialize()).toString('base64');
      const answer = path === '/quote' ? QUOTE : { kind: 'transaction', transaction: built() };
      return { status: 200, body: JSON.stringify(answer) };
    });
    const named = { VENUE_LENDING_PROGRAMS: LENDING_PROGRAM.toBase58() };
    demo = await startDemo({
      VENUE_LENDING_URL: venue.url,
      ...named,
      VENUE_STAKING_URL: venue.url,
      HTTP_TRUSTED_PROXIES: '127.0.0.1',
      ...FEE_TERMS,
    });
    for (const { address: wallet } of [owner, market, treasury]) {
      const given = await rpc<{ mint: string }>('localnet_giveStablecoins', { wallet, amount: '50000000' });
      mint = new PublicKey(given.mint);
    }
    const arrived = async () => (await holdings()).slice(0, 3).every((amount) => amount === 50_000_000n);
    await waitFor(arrived, { what: 'the faucet to have given' });
    agent = await agentAndOwner(demo.url, owner);
  });
  afterAll(async () => {
    await agent?.[Symbol.asyncDispose]();
    await demo?.[Symbol.asyncDispose]();
    await venue?.[Symbol.asyncDispose]();
  });

  const accountOf = (wallet: PublicKey) => getAssociatedTokenAddressSync(mint, wallet);
  const deposit = (amount = AMOUNT) =>
    createTransferCheckedInstruction(accountOf(OWNER), mint, accountOf(MARKET), OWNER, amount, DECIMALS);
  const lend = new TransactionInstruction({
    ...{ programId: LENDING_PROGRAM, keys: [], data: Buffer.from('lend') },
  });
  const paidBy = (payerKey: PublicKey, instructions: TransactionInstruction[]) =>
    new VersionedTransaction(
      new TransactionMessage({ payerKey, recentBlockhash: BLOCKHASH, instructions }).compileToV0Message(),
    );
  const asked = () => ({ market: 'main', mint: mint.toBase58(), amount: AMOUNT.toString() });

  async function rpc<Result>(method: string, ...params: unknown[]): Promise<Result> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'content-type': 'application/json' };
    return (await (await fetch(demo.rpcUrl, { method: 'POST', headers, body })).json()).result;
  }
  /** What the three hold of the mint, and the lamports of the owner. */
  async function holdings(): Promise<readonly bigint[]> {
    const tokens = async (wallet: PublicKey) => {
      const account = accountOf(wallet).toBase58();
      const config = { commitment: 'confirmed' };
      const told = await rpc<{ value: { amount: string } } | undefined>(
        'getTokenAccountBalance',
        account,
        config,
      );
      return BigInt(told?.value.amount ?? 0);
    };
    const { value } = await rpc<{ value: number }>('getBalance', owner.address, { commitment: 'confirmed' });
    return [...(await Promise.all([OWNER, MARKET, TREASURY].map(tokens))), BigInt(value)];
  }

  test('the chain executes it with the technology fee at its end, and the intent names its slot', async () => {
    transaction = () => paidBy(OWNER, [lend, deposit()]);
    const before = await holdings();
    const { plan } = await agent.call('lend_deposit', asked());
    expect(plan).toMatchObject({
      outflows: [{ mint: mint.toBase58(), amount: AMOUNT.toString() }],
      technology_fee: { amount: FEE.toString(), account: accountOf(TREASURY).toBase58() },
      transaction: { simulation: { ok: true }, technology_fee_left_out: null },
    });

    const id = await agent.propose('lend_deposit', asked());
    const handed = await agent.handOut(id);
    expect(handed.instructions.map(({ amount }: { amount: { amount: string } }) => amount?.amount)).toEqual([
      undefined,
      AMOUNT.toString(),
      FEE.toString(),
    ]);
    expect(await holdings()).toEqual(before);
    const { slot, signature, technology_fee } = await agent.execute(id);

    expect(technology_fee).toMatchObject({ amount: FEE.toString() });
    const [mine = 0n, theirs = 0n, fees = 0n] = before;
    const after = await holdings();
    expect(after.slice(0, 3)).toEqual([mine - AMOUNT - FEE, theirs + AMOUNT, fees + FEE]);
    const { value } = await rpc<{ value: ({ slot: number; err: unknown } | null)[] }>(
      'getSignatureStatuses',
      [signature],
    );
    expect(value).toMatchObject([{ slot, err: null }]);
    const { source } = await agent.call('get_source_status', { min_slot: slot });
    expect(source.last_indexed_slot).toBeGreaterThanOrEqual(slot);
  });

  const lamports = (amount: number, to = MARKET) =>
    SystemProgram.transfer({ fromPubkey: OWNER, toPubkey: to, lamports: amount });
  const elsewhere = new TransactionInstruction({ programId: MARKET, keys: [], data: Buffer.alloc(0) });
  const tampered: readonly (readonly [string, () => VersionedTransaction])[] = [
    ['calls no program of the venue', () => paidBy(OWNER, [deposit()])],
    ['calls a program that is not the venue’s', () => paidBy(OWNER, [lend, elsewhere, deposit()])],
    ['takes a base unit more', () => paidBy(OWNER, [lend, deposit(AMOUNT + 1n)])],
    ['takes another coin beside', () => paidBy(OWNER, [lend, deposit(), lamports(1)])],
    ['lets another fee payer in', () => paidBy(MARKET, [lend, deposit()])],
    [
      'wants another signer',
      () =>
        paidBy(OWNER, [
          lend,
          deposit(),
          SystemProgram.transfer({ fromPubkey: MARKET, toPubkey: OWNER, lamports: 1 }),
        ]),
    ],
    [
      'lets the venue spend later',
      () => paidBy(OWNER, [lend, deposit(), createApproveInstruction(accountOf(OWNER), MARKET, OWNER, 1n)]),
    ],
    [
      'gives the wallet to a program',
      () => paidBy(OWNER, [lend, deposit(), SystemProgram.assign({ accountPubkey: OWNER, programId: mint })]),
    ],
  ];

  test.for(tampered)(
    'one that %s is not planned, nor given to sign, and nothing moves',
    async ([, hostile]) => {
      const before = await holdings();
      transaction = () => paidBy(OWNER, [lend, deposit()]);
      const id = await agent.propose('lend_deposit', asked());

      transaction = hostile;
      expect(await agent.call('lend_deposit', asked())).toMatchObject({ code: 'venue_transaction_refused' });
      const refused = await agent.rest('POST', `/intents/${id}/transaction/`);
      expect(refused).toMatchObject({ status: 409, json: { detail: expect.stringContaining('lending') } });
      const { transaction: handed, transaction_problem: problem } = await agent.call('get_intent_status', {
        intent_id: id,
      });
      expect([handed, problem.code]).toEqual([null, 'venue_transaction_refused']);

      // Signed all the same, it is none of those that were handed out.
      const signed = owner.signTransaction(Buffer.from(hostile().serialize()).toString('base64'));
      expect((await agent.submit(id, signed)).status).toBe(400);
      expect(await holdings()).toEqual(before);
      expect((await agent.status(id)).status).toBe('proposed');
    },
  );

  test('a swap into the native coin that brings none of it is not planned', async () => {
    const before = await holdings();
    transaction = () => paidBy(OWNER, [deposit()]);
    const swap = { input_mint: mint.toBase58(), amount: AMOUNT.toString() };

    for (const minimum of [{}, { minimum_out: '18905001' }, { minimum_out: '1' }]) {
      expect(await agent.call('unstake_lst', { ...swap, ...minimum })).toMatchObject({
        code: 'venue_transaction_refused',
        detail: expect.stringContaining(`0 base units of ${NATIVE} would come in, and not 18905001`),
      });
    }
    expect(await holdings()).toEqual(before);
  });

  test('an empty token account of the owner is not closed to somebody else, who would get its rent', async () => {
    const launch = await (await fetch(`${demo.url}/api/v1/ilo/launches/1/`)).json();
    const other = new PublicKey(launch.launch.launch_mint);
    const empty = getAssociatedTokenAddressSync(other, OWNER);
    const created = createAssociatedTokenAccountInstruction(OWNER, empty, OWNER, other);
    transaction = () => paidBy(OWNER, [lend, created, deposit()]);
    await agent.execute(await agent.propose('lend_deposit', asked()));
    const before = await holdings();

    const closedTo = (receiver: PublicKey) => createCloseAccountInstruction(empty, receiver, OWNER);
    transaction = () => paidBy(OWNER, [lend, deposit(), closedTo(MARKET)]);
    expect(await agent.call('lend_deposit', asked())).toMatchObject({ code: 'venue_transaction_refused' });

    transaction = () => paidBy(OWNER, [lend, deposit(), closedTo(OWNER)]);
    expect(await agent.call('lend_deposit', asked())).toMatchObject({ stage: 'planned' });
    expect(await holdings()).toEqual(before);
  });

  test('an owner signs while slow public quotes fill all the capacity they have', async () => {
    const anybody = await Promise.all(
      Array.from({ length: 9 }, (_, client) =>
        connectAgent(demo.url, { path: '/mcp', headers: { 'x-forwarded-for': `198.51.100.${client}` } }),
      ),
    );
    const quote = { input_mint: NATIVE, output_mint: mint.toBase58(), amount: '1000' };
    transaction = () => paidBy(OWNER, [lend, deposit()]);
    quotesHang = true;
    const quotes = () => venue.questions.filter(({ path }) => path === '/quote').length;
    const before = quotes();
    const [last, ...others] = anybody;
    const slow = others.map((client) => client.call('get_quotes', quote));
    await waitFor(() => quotes() === before + 8, { what: 'the quotes to wait for the venue' });
    expect(await last?.call('get_quotes', quote)).toMatchObject({ code: 'venue_busy' });

    await agent.execute(await agent.propose('lend_deposit', asked()));
    quotesHang = false;
    await Promise.all(slow);
    for (const client of anybody) await client[Symbol.asyncDispose]();
  });
});

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { PublicKey } from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { LOCALNET_VAULT_ID } from '../../../idl/localnet.ts';
import { startScriptedHttp } from '../../support/scripted-http.ts';
import { VAULT_IDL_FILE } from '../../support/vault.ts';
import { accountsStage, BROKEN, positionKey, RESERVE } from '../../support/verifier/accounts-stage.ts';
import { type FakeIndex, indexReply, problem } from '../../support/verifier/fake-index.ts';
import type { VerifierRun } from '../../support/verifier/run-verifier.ts';

const FIRST = positionKey(0);
const dataOf = ({ accounts }: FakeIndex, address: string) => accounts.get(address)?.data ?? {};
const isOf = (path: string, address: string) => path.includes(`/${address}/`);

function ended(run: VerifierRun, exit: number, text: string | RegExp): void {
  expect({ ...run, text: run.stdout + run.stderr }).toMatchObject({
    exit,
    text: expect.stringMatching(text),
  });
}

function fileOf(text: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'idl-')), 'idl.json');
  writeFileSync(file, text);
  return file;
}

const changedIdl = (change: (idl: ReturnType<typeof JSON.parse>) => void): string => {
  const idl = JSON.parse(readFileSync(VAULT_IDL_FILE, 'utf8'));
  change(idl);
  return fileOf(JSON.stringify(idl));
};

describe('an index that has what the chain has', () => {
  test('is EQUAL in every account, those that do not decode included, all at one slot', async () => {
    await using stage = await accountsStage();
    const run = await stage.verify();
    ended(run, 0, /Position: 7 of 7 equal\n.*Reserve: 1 of 1 equal\n\nEQUAL: 8 accounts at slot 1000\.\n$/);
    expect(stage.questions.slice(1).every(({ path }) => path.includes('as_of_slot=1000'))).toBe(true);
  });

  test('is asked for named accounts, by their type on the chain, or for those of one type', async () => {
    await using stage = await accountsStage();
    ended(await stage.verify('--account', `${FIRST},${BROKEN},${RESERVE}`), 0, 'EQUAL: 3 accounts');
    ended(await stage.verify('--type', 'Reserve'), 0, 'EQUAL: 1 accounts');
  });

  test('is sampled, and its accounts are counted', async () => {
    await using stage = await accountsStage();
    const run = await stage.verify('--sample', '2', '--seed', '9', '--json');
    expect(JSON.parse(run.stdout)).toMatchObject({
      ...{ ok: true, seed: 9, program: 'vault', first_slot: 1_000, last_slot: 1_000, differences: [] },
      types: [
        { type: 'Position', checked: 2, equal: 2 },
        { type: 'Reserve', checked: 1, equal: 1 },
      ],
      counts: [
        { type: 'Position', slot: 1_000, chain: 7, index: 7 },
        { type: 'Reserve', slot: 1_000, chain: 1, index: 1 },
      ],
    });
    expect((await stage.verify('--sample', '2', '--seed', '9', '--json')).stdout).toBe(run.stdout);
  });

  test('is checked by the IDL on chain, where the program publishes it', async () => {
    await using stage = await accountsStage();
    const packed = deflateSync(readFileSync(VAULT_IDL_FILE));
    const header = Buffer.alloc(44);
    header.writeUInt32LE(packed.length, 40);
    const base = PublicKey.findProgramAddressSync([], new PublicKey(LOCALNET_VAULT_ID))[0];
    const address = await PublicKey.createWithSeed(base, 'anchor:idl', new PublicKey(LOCALNET_VAULT_ID));
    const data = Buffer.concat([header, packed]);
    stage.node.chain.launch.accounts.set(address.toBase58(), { owner: LOCALNET_VAULT_ID, data });
    ended(await stage.verify('--idl', 'on-chain'), 0, 'EQUAL: 8 accounts');
  });

  test('is waited for until it reaches the slot of the chain', async () => {
    let behind = 3;
    await using stage = await accountsStage(({ path }) =>
      path.includes('as_of_slot') && behind-- > 0 ? problem(400, 'slot_ahead') : undefined,
    );
    ended(await stage.verify('--type', 'Reserve'), 0, 'EQUAL');
    expect(behind).toBeLessThan(0);
  });

  test('is asked for a later slot where it does not have that of the chain', async () => {
    await using stage = await accountsStage(({ path }) => {
      if (!path.includes('as_of_slot=1000')) return undefined;
      stage.node.chain.slot = 1_001;
      stage.index.slot = 1_001;
      return problem(410, 'slot_not_held');
    });
    ended(await stage.verify('--type', 'Reserve'), 0, 'EQUAL: 1 accounts at slot 1001');
  });

  test('is never called different for an account that changes between two reads', async () => {
    await using stage = await accountsStage();
    const { accounts } = stage.node.chain.launch;
    const now = accounts.get(FIRST);
    const before = accounts.get(positionKey(1));
    if (!now || !before) throw new Error('no such account');
    // The list of the node is older than it says.
    accounts.set(FIRST, { ...before });
    stage.node.script('getMultipleAccounts', ({ params }) => {
      accounts.set(FIRST, now);
      const value = (params[0] as string[]).map((key) => {
        const { owner = '', data } = accounts.get(key) ?? {};
        return data && { owner, lamports: 1_000_000, data: [data.toString('base64'), 'base64'] };
      });
      return { result: { context: { slot: 1_000 }, value } };
    });
    ended(await stage.verify(), 0, 'EQUAL: 8 accounts');
  });
});

describe('an index with a lie', () => {
  test.each<[string, (index: FakeIndex) => void, RegExp]>([
    [
      'a wide integer off by one',
      (index) =>
        Object.assign(dataOf(index, FIRST), { amount: `${BigInt(`${dataOf(index, FIRST).amount}`) + 1n}` }),
      /Position \w+ at slot 1000\n +amount: index \d+, chain \d+/,
    ],
    [
      'a field within a struct',
      (index) => Object.assign(dataOf(index, FIRST).terms as object, { rate: -1 }),
      /terms\.rate: index -1, chain \d+/,
    ],
    ['a field left out', (index) => delete dataOf(index, RESERVE).total, /total: index nothing, chain \d+/],
    [
      'a field added',
      (index) => Object.assign(dataOf(index, RESERVE), { more: 1 }),
      /more: index 1, chain nothing/,
    ],
    [
      'the lamports',
      (index) => Object.assign(index.accounts.get(RESERVE) ?? {}, { lamports: '999999' }),
      /lamports: index 999999, chain 1000000/,
    ],
    [
      'a change after the slot',
      (index) => Object.assign(index.accounts.get(RESERVE) ?? {}, { updated_slot: 1_001 }),
      /updated_slot: index 1001, chain at most 1000/,
    ],
    [
      'an account that it lacks',
      (index) => index.accounts.delete(RESERVE),
      /account: index no account of this type, chain an account of 104 bytes/,
    ],
    [
      'an account that ended on the chain',
      (index) => {
        const account = index.accounts.get(RESERVE);
        const address = positionKey(99);
        if (account) index.accounts.set(address, { ...account, address });
      },
      /account: index an account, chain no account of the program/,
    ],
    [
      'a reason for bytes that decode',
      (index) =>
        Object.assign(index.accounts.get(RESERVE) ?? {}, { data: null, undecodable: 'Too few bytes.' }),
      /account: index undecodable: Too few bytes\., chain an account that decodes/,
    ],
    [
      'data for bytes that do not decode',
      (index) => Object.assign(index.accounts.get(BROKEN) ?? {}, { data: {}, undecodable: null }),
      /account: index an account that decodes, chain undecodable: the account ends before its last field/,
    ],
  ])('about %s is DIFFERENT', async (_, lie, line) => {
    await using stage = await accountsStage();
    lie(stage.index);
    const run = await stage.verify();
    ended(run, 1, line);
    expect(run.stdout).toMatch(/\nDIFFERENT: 1 of \d accounts\.\n$/);
  });

  test('is in the JSON report, field by field', async () => {
    await using stage = await accountsStage();
    Object.assign(dataOf(stage.index, RESERVE), { bump: 300 });
    const { exit, stdout } = await stage.verify('--json', '--account', RESERVE);
    const found = { account: RESERVE, type: 'Reserve', slot: 1_000, field: 'bump', index: '300' };
    expect([exit, JSON.parse(stdout)]).toMatchObject([1, { ok: false, differences: [found] }]);
  });

  test('about how many accounts there are is found by a sample of others', async () => {
    await using stage = await accountsStage();
    const account = stage.index.accounts.get(RESERVE);
    if (account) stage.index.accounts.set('one more', account);
    ended(
      await stage.verify('--sample', '1'),
      1,
      'Reserve: the index has 2 accounts, the chain 1 at slot 1000',
    );
  });

  test('about its slot is refused', async () => {
    await using stage = await accountsStage((question) => {
      const reply = indexReply(stage.index, question);
      if (typeof reply === 'string' || !question.path.includes('as_of_slot')) return undefined;
      return { ...reply, body: reply.body.replace('"last_indexed_slot":1000', '"last_indexed_slot":999') };
    });
    ended(await stage.verify(), 2, 'answered with slot 999 when asked for slot 1000');
  });
});

describe('an account that neither side has', () => {
  test('ends with 3', async () => {
    await using stage = await accountsStage();
    stage.node.chain.launch.accounts.delete(FIRST);
    stage.index.accounts.delete(FIRST);
    ended(
      await stage.verify('--account', FIRST),
      3,
      'No such account, neither in the index nor on the chain.',
    );
    expect(stage.questions.filter(({ path }) => isOf(path, FIRST))).toHaveLength(2);
  });
});

describe('what cannot be verified', () => {
  test.each<[string, () => string[], string]>([
    [
      'a program that is not followed',
      () => ['--program', 'other'],
      'the API follows only vault, not "other"',
    ],
    [
      'an unknown type',
      () => ['--type', 'Vault'],
      'no account type "Vault" of vault, only Position, Reserve',
    ],
    [
      'a file that is missing',
      () => ['--idl', '/nowhere/idl.json'],
      'cannot read the IDL "/nowhere/idl.json" (ENOENT)',
    ],
    [
      'a file that is no JSON',
      () => ['--idl', fileOf('{"a":')],
      'is not JSON. Pass the IDL that `anchor build` writes',
    ],
    ['an IDL without accounts', () => ['--idl', fileOf('{}')], 'describes no accounts'],
    [
      'the IDL of another program',
      () => ['--idl', changedIdl((idl) => Object.assign(idl, { address: BROKEN }))],
      `is the IDL of ${BROKEN}, and vault is`,
    ],
    [
      'an IDL without a followed type',
      () => ['--idl', changedIdl((idl) => idl.accounts.pop())],
      'describes no account type "Reserve", which the API follows',
    ],
    ['a program without an IDL on chain', () => ['--idl', 'on-chain'], 'the program has no IDL on chain'],
    ['an address that is no URL', () => ['--api', 'localhost'], '--api must be an http:// or https:// URL'],
  ])('%s is one line and exit code 2', async (_, args, message) => {
    await using stage = await accountsStage();
    const run = await stage.verify(...args());
    expect(run).toMatchObject({ exit: 2, stdout: '', stderr: expect.stringContaining(message) });
    expect(run.stderr).toMatch(/^verify-anchor-accounts: .*\n$/);
  });

  test('an address of something else is told from an API and from a node', async () => {
    await using stage = await accountsStage();
    await using other = await startScriptedHttp(() => ({ status: 200, body: '{"hello":"world"}' }));
    ended(await stage.verify('--api', other.url), 2, 'Is --api the address of a Launchlens API?');
    ended(await stage.verify('--rpc', other.url), 2, 'is it a Solana RPC URL?');
  });

  test('accounts whose type Anchor’s coder cannot read are skipped with the reason, and nothing is called EQUAL', async () => {
    await using stage = await accountsStage();
    const idl = changedIdl((json) => {
      const isReserve = ({ name }: { readonly name: string }): boolean => name === 'Reserve';
      Object.assign(json.types.find(isReserve), { serialization: { custom: 'own' } });
    });
    const run = await stage.verify('--idl', idl);
    ended(run, 2, /SKIP {2}Reserve: 1 accounts not checked: Reserve has its own serialization\n/);
    expect(run.stdout).toMatch(/INCOMPLETE: 7 accounts are equal, 1 could not be checked\.\n$/);
  });

  test('is in the JSON report too', async () => {
    await using stage = await accountsStage();
    const { stdout } = await stage.verify('--program', 'other', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { kind: 'usage' }, differences: [] });
  });
});

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { unsignedColumn } from '../../core/olap/port.ts';
import { LOCALNET_VAULT_ID } from '../../idl/localnet.ts';
import { buildAccountsVerifier } from '../../scripts/build-verifier.ts';
import { reportIn } from '../support/audit-report.ts';
import { LiveChain } from '../support/chain/live-chain.ts';
import { type Demo, startDemo } from '../support/demo.ts';
import { LaunchlensProcess, runLaunchlens } from '../support/launchlens-process.ts';
import { connectAgent } from '../support/mcp-agent.ts';
import { unusedPort } from '../support/processes.ts';
import { openStore } from '../support/running-index.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { indexed, onChain, VAULT_IDL_FILE, vault } from '../support/vault.ts';
import { coveredFrom, rawRowsBySql, rowsByGraphql, rowsByRest, rowsBySql } from '../support/vault-answers.ts';
import { readVaultLedger } from '../support/vault-ledger.ts';
import { expectedRawRows, expectedRows, VAULT_CALLS } from '../support/vault-rows.ts';
import { installVerifier, runVerifier } from '../support/verifier/run-verifier.ts';
import { waitFor } from '../support/wait-for.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The newest slot that an API answers for the program. */
async function newestSlot(url: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/programs/vault/accounts/Position/?limit=1`).catch(
    () => undefined,
  );
  return Number(response?.headers.get('x-last-indexed-slot') ?? -1);
}

const reaches = (url: string, slot: number | bigint) =>
  waitFor(async () => (await newestSlot(url)) >= Number(slot), { what: `the API to answer at slot ${slot}` });

describe('the command of the README', () => {
  let demo: Demo;
  beforeAll(async () => {
    const [, flags = ''] = /^\$ npm start -- (--program .*)$/m.exec(README) ?? [];
    demo = await startDemo({}, undefined, flags.split(' '));
  });
  afterAll(() => demo?.[Symbol.asyncDispose]());

  test('follows a second program, and one question has one answer in SQL, REST, GraphQL and MCP', async () => {
    await reaches(demo.url, 1);
    const where = { amount: { gt: '1' } };
    await using agent = await connectAgent(demo.url, { path: '/mcp', headers: {} });
    const sql = async (slot: number): Promise<unknown> => {
      const query = 'SELECT address, id, amount FROM launchlens_vault.Position WHERE amount > 1 ORDER BY id';
      const flags = ['--as-of-slot', `${slot}`, '--format', 'json', '--api', demo.url];
      const { stdout, stderr } = await runLaunchlens(['sql', query, ...flags], { cwd: demo.directory });
      return (JSON.parse(stdout || JSON.stringify({ rows: stderr })) as { rows: unknown }).rows;
    };
    const rest = (slot: number) => {
      const query = { as_of_slot: `${slot}`, order_by: 'id', where: JSON.stringify(where) };
      const path = `/api/v1/programs/vault/accounts/Position/?${new URLSearchParams(query)}`;
      return fetch(new URL(path, demo.url)).then(async (answer) => rowsOf(await answer.json()));
    };
    const mcp = (slot: number) =>
      agent
        .call('list_accounts', {
          program: 'vault',
          type: 'Position',
          where,
          order_by: 'id',
          as_of_slot: slot,
        })
        .then(rowsOf);
    const graphql = async (slot: number): Promise<unknown> => {
      const query = `query ($where: JSON, $slot: Slot) {
        vault { positionAccounts(where: $where, orderBy: "id", asOfSlot: $slot) { nodes { address id amount } } } }`;
      const answer = await fetch(new URL('/graphql', demo.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { where, slot } }),
      });
      const { data } = graphqlAnswer.parse(await answer.json());
      return data.vault.positionAccounts.nodes.map(({ address, id, amount }) => [address, id, amount]);
    };

    const earlier = await newestSlot(demo.url);
    await reaches(demo.url, earlier + 10);
    for (const slot of [earlier, earlier + 10]) {
      const rows = await rest(slot);
      expect(rows.length).toBeGreaterThan(2);
      expect(await graphql(slot)).toEqual(rows);
      expect(await mcp(slot)).toEqual(rows);
      expect(await sql(slot)).toEqual(rows);
    }
  });

  test('says where the accounts are, and the audit of the program finds them equal', async () => {
    const env = { DATA_DIR: demo.directory };
    const audit = await runLaunchlens(['audit', '--program', 'vault'], { cwd: demo.directory, env });
    expect(audit.stdout).toMatch(/^Every account of vault .*\n {2}verdict {4}EQUAL\n/);
    expect(audit.stdout).not.toMatch(/launch|escrow/);
    expect(audit.code).toBe(0);
  });

  test('serves accounts that the verifier finds equal with the IDL on chain, while the chain moves on', async () => {
    const file = await installVerifier('verify-anchor-accounts.mjs', buildAccountsVerifier);
    const verify = (...args: string[]) =>
      runVerifier(file, ['--program', 'vault', '--api', demo.url, '--rpc', demo.rpcUrl, ...args]);
    const [all, sample] = await Promise.all([
      verify('--idl', 'on-chain', '--json'),
      verify('--idl', VAULT_IDL_FILE, '--sample', '2'),
    ]);
    expect([all.stderr, JSON.parse(all.stdout)]).toMatchObject([
      '',
      {
        ok: true,
        program_id: LOCALNET_VAULT_ID,
        types: [{ type: 'Position' }, { type: 'Reserve' }],
        notes: [],
      },
    ]);
    expect(sample.stdout).toMatch(/Position: \d+ accounts on both sides at slot \d+\n/);
    expect([all.exit, sample.exit, sample.stdout]).toEqual([
      0,
      0,
      expect.stringContaining('\nEQUAL: 4 accounts'),
    ]);
  });
});

const listed = z.object({
  results: z.array(
    z.object({ address: z.string(), data: z.object({ id: z.string(), amount: z.string() }).loose() }).loose(),
  ),
});
const node = z.object({ address: z.string(), id: z.string(), amount: z.string() });
const graphqlAnswer = z.object({
  data: z.object({ vault: z.object({ positionAccounts: z.object({ nodes: z.array(node) }) }) }),
});

function rowsOf(answer: unknown): readonly (readonly string[])[] {
  return listed.parse(answer).results.map(({ address, data: { id, amount } }) => [address, id, amount]);
}

const RANGES =
  'SELECT from_slot, to_slot, toString(state) AS state FROM coverage ORDER BY from_slot, to_slot';
const range = z.object({ from_slot: unsignedColumn, to_slot: unsignedColumn, state: z.string() });
const counted = z.object({ n: unsignedColumn });

describe('a program without launches', () => {
  let chain: LiveChain;
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    directory = await temporaryDirectory();
    chain = await LiveChain.open({ seed: 'killed', scenario: 'quiet', vault: true, replaySlots: 5_000 });
    const entry = `[[program]]\naddress = "${LOCALNET_VAULT_ID}"\nidl = "on-chain"\n`;
    await writeFile(join(directory.path, 'launchlens.toml'), entry);
  });
  afterAll(async () => {
    await chain?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  async function start(): Promise<{
    readonly up: LaunchlensProcess;
    readonly url: string;
    readonly env: Record<string, string>;
  }> {
    const port = await unusedPort();
    const env = {
      ...{ YELLOWSTONE_ENDPOINT: chain.grpcUrl, SOLANA_RPC_URL: chain.rpcUrl, SOLANA_CLUSTER: 'localnet' },
      ...{ DATA_DIR: directory.path, HTTP_PORT: `${port}`, AUDIT_INTERVAL_SECONDS: '0' },
    };
    const up = new LaunchlensProcess(['up'], { cwd: directory.path, env });
    await up.prints(/Launchlens is running/);
    return { up, env, url: `http://127.0.0.1:${port}` };
  }

  test('survives SIGKILL: every slot is there once, and equal to the chain', async () => {
    const first = await start();
    await using killed = first.up;
    chain.run(8);
    await reaches(first.url, chain.confirmed + 30n);
    const known = await coveredFrom(first.url);
    await killed.end('SIGKILL');
    const killedAt = chain.confirmed;
    await chain.halt();
    // While nothing follows the chain, it goes on.
    chain.chain.advance(20);
    const second = await start();
    await using up = second.up;
    chain.run(8);
    await reaches(second.url, chain.confirmed + 20n);
    // A busy machine would fall behind while it also runs the doctor, who looks for new slots.
    await chain.halt();
    await reaches(second.url, chain.confirmed);
    chain.run(1);
    const doctor = await runLaunchlens(['doctor'], { cwd: directory.path, env: second.env });
    const found = doctor.stdout.trim().split('\n');
    expect(found.map((line) => line.slice(0, 22).trim())).toEqual([
      ...[
        'ok    Solana RPC',
        'ok    Yellowstone gRPC',
        'ok    fact store',
        'ok    decision store',
        'ok    vault',
      ],
    ]);
    expect(found.at(-1)).toMatch(/2 account types; slots \d+ to \d+, not verified yet, nothing lost;/);
    expect([doctor.code, doctor.stderr]).toEqual([0, '']);
    await chain.halt();
    await reaches(second.url, chain.confirmed);

    // Where one program is all that is followed, its name may be left out.
    const audit = await runLaunchlens(['audit', '--json'], { cwd: directory.path, env: second.env });
    expect(reportIn(audit)).toMatchObject({ verdict: 'equal', program: 'vault', differences: [] });
    expect(up.stdout).not.toMatch(/ilo|launch_id|reward/);
    // The kill left no hole in what is known of the transactions.
    expect(known).toBeLessThan(Number(killedAt));
    expect(await coveredFrom(second.url)).toBe(known);
    const slots = { first: BigInt(known ?? 0), last: chain.confirmed };
    const ledger = await readVaultLedger(chain.rpcUrl, slots);
    expect(await rawRowsBySql(second.url, slots)).toEqual(expectedRawRows(ledger));
    for (const call of VAULT_CALLS) {
      for (const slot of [killedAt, chain.confirmed]) {
        const expected = expectedRows(ledger, call, slot);
        expect(expected.length, call.of.name).toBeGreaterThan(0);
        for (const ask of [rowsBySql, rowsByRest, rowsByGraphql])
          expect(await ask(second.url, call, slot), `${ask.name}: ${call.of.name} at ${slot}`).toEqual(
            expected,
          );
      }
    }
    const metrics = await (await fetch(`${second.url}/metrics`)).text();
    expect(metrics).toMatch(
      new RegExp(`^launchlens_program_last_indexed_slot\\{program="vault"\\} ${chain.confirmed}$`, 'm'),
    );
    expect(metrics).not.toMatch(/^launchlens_(index|api)_(launches|pledges|last_indexed_slot) /m);
    expect((await up.end('SIGTERM')).code).toBe(0);

    const olap = await openStore({ dataDir: directory.path });
    try {
      const database = await olap.database('launchlens_vault');
      const program = vault();
      const ranges = await database.scanner.query({ sql: RANGES }, range);
      const first = ranges[0]?.from_slot ?? chain.confirmed;
      expect(first).toBeLessThan(killedAt);
      // Nothing is lost, and nothing is missing between two ranges.
      let next = first;
      for (const { from_slot: from, to_slot: to, state } of ranges) {
        expect([state, from <= next], `slots ${from} to ${to}`).toEqual([expect.stringMatching(/^s/), true]);
        if (to >= next) next = to + 1n;
      }
      expect(next).toBe(chain.confirmed + 1n);
      for (let slot = first; slot <= chain.confirmed; slot++)
        expect(await indexed(database, slot), `slot ${slot}`).toEqual(onChain(chain.chain, program, slot));
      for (const { view, name } of program.types) {
        const open = [...onChain(chain.chain, program, chain.confirmed).values()];
        const readable = open.filter(({ type, undecodable }) => type === name && undecodable === '');
        const [shown] = await database.scanner.query({ sql: `SELECT count() AS n FROM ${view}` }, counted);
        expect(shown?.n).toBe(BigInt(readable.length));
      }
    } finally {
      await olap.close();
    }
  });
});

describe('an IDL that cannot be used', () => {
  const text = readFileSync(VAULT_IDL_FILE, 'utf8');
  const changed = (change: (idl: BadIdl) => void): string => {
    const idl = JSON.parse(text) as BadIdl;
    change(idl);
    return JSON.stringify(idl);
  };
  const itself = { name: 'next', type: { option: { defined: { name: 'Position' } } } };
  const nested = `${'{"vec":'.repeat(100_000)}"u8"${'}'.repeat(100_000)}`;

  const bad: readonly (readonly [string, string, RegExp])[] = [
    ['truncated', text.slice(0, 900), /its text: it is not JSON, or cut off/],
    ['of 10 MB', text + ' '.repeat(10_000_000), /its size: \d+ bytes are more than 4194304/],
    [
      'with a name twice',
      changed(({ types }) => types.push(...types.slice(0, 1))),
      /Position is declared twice/,
    ],
    ['nested without end', text.replace('"u128"', nested), /it nests more than 128 levels/],
    [
      'of a type that contains itself',
      changed((idl) => {
        idl.types[0]?.type.fields?.push(itself);
        idl.accounts = idl.accounts.slice(0, 1);
      }),
      /none of its account types decodes: types\.Position\.next: Position contains itself/,
    ],
  ];

  test('gets one clear line', async () => {
    await using directory = await temporaryDirectory();
    const refusals = bad.map(async ([name, idl, line]) => {
      const file = join(directory.path, `${name}.json`);
      await writeFile(file, idl);
      const args = ['up', '--program', LOCALNET_VAULT_ID, '--idl', file];
      const { code, stdout, stderr } = await runLaunchlens(args, { cwd: directory.path });
      expect(stderr, name).toMatch(/^launchlens: Program \S+: its IDL is not valid: [^\n]+\.\n$/);
      expect(stderr, name).toMatch(line);
      expect([code, stdout], name).toEqual([2, '']);
    });
    await Promise.all(refusals);
  });
});

interface BadIdl {
  accounts: unknown[];
  readonly types: { readonly type: { readonly fields?: unknown[] } }[];
}

import { PublicKey } from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import { BOB } from '../support/verifier/fake-launch.ts';
import {
  PROGRAM,
  pledgeBytes,
  STATUS,
  seededAddress,
  TOKEN_PROGRAM,
  testKey,
} from '../support/verifier/launch-bytes.ts';
import { type Stage, stage } from '../support/verifier/stage.ts';

const OTHER = testKey('someone else');

/** Replaces the account at `address` by a changed copy. */
function change(given: Stage, address: string, tamper: (data: Buffer) => Buffer | undefined): void {
  const account = given.launch.accounts.get(address);
  if (account) account.data = tamper(account.data) ?? account.data;
}

describe('a launch that does not exist', () => {
  test('is reported as such with exit code 3', async () => {
    await using given = await stage();
    given.launch.accounts.delete(given.launch.configAddress);
    const run = await given.verify();
    expect(run.stdout).toBe(
      `verify-ilo-settlement: no LaunchConfig exists for launch 7 under program ${PROGRAM} (${given.launch.configAddress} is empty at slot 1000)\n`,
    );
    expect(run).toMatchObject({ stderr: '', exit: 3 });
  });

  test('stays one when a stranger sent SOL to its address', async () => {
    await using given = await stage();
    const empty = { owner: '11111111111111111111111111111111', data: Buffer.alloc(0) };
    given.launch.accounts.set(given.launch.configAddress, empty);
    expect(await given.verify()).toMatchObject({ exit: 3 });
  });

  test('is told as JSON when asked for', async () => {
    await using given = await stage();
    given.launch.accounts.clear();
    const { stdout, stderr, exit } = await given.verify('--json');
    expect(JSON.parse(stdout)).toMatchObject({
      launch_id: '7',
      slot: 1_000,
      launch: null,
      checks: [],
      ok: false,
      error: { kind: 'launch_not_found' },
    });
    expect([stderr, exit]).toEqual(['', 3]);
  });
});

describe('accounts that are not as the escrow program writes them', () => {
  interface Case {
    readonly what: string;
    readonly tamper: (given: Stage) => void;
    readonly told: RegExp;
  }
  const cases: readonly Case[] = [
    {
      what: 'a LaunchConfig that is one byte short',
      tamper: (given) => change(given, given.launch.configAddress, (data) => data.subarray(0, 342)),
      told: /LaunchConfig account \S+ holds 342 bytes instead of 343/,
    },
    {
      what: 'a LaunchConfig of another discriminator',
      tamper: (given) => change(given, given.launch.configAddress, (data) => void data.writeUInt8(0, 3)),
      told: /does not carry the discriminator of a LaunchConfig/,
    },
    {
      what: 'a LaunchConfig of another program',
      tamper: (given) => {
        const account = given.launch.accounts.get(given.launch.configAddress);
        if (account) account.owner = OTHER.toBase58();
      },
      told: /LaunchConfig account \S+ is owned by \S+, not by the escrow program/,
    },
    {
      what: 'an unknown status',
      tamper: (given) => change(given, given.launch.configAddress, (data) => void data.writeUInt8(5, 10)),
      told: /holds the unknown status 5/,
    },
    {
      what: 'a LaunchConfig that names another launch',
      tamper: (given) =>
        change(given, given.launch.configAddress, (data) => void data.writeBigUInt64LE(8n, 11)),
      told: /names launch 8 instead of 7/,
    },
    {
      what: 'a LaunchConfig that names another escrow',
      tamper: (given) =>
        change(given, given.launch.configAddress, (data) => void data.set(OTHER.toBytes(), 115)),
      told: /names the escrow \S+, but the program's seeds give/,
    },
    {
      what: 'a Pledge that is one byte long',
      tamper: (given) =>
        change(given, given.launch.pledge(1).address, (data) => Buffer.concat([data, Buffer.alloc(1)])),
      told: /Pledge account \S+ holds 140 bytes instead of 139/,
    },
    {
      what: 'a Pledge whose flag is no boolean',
      tamper: (given) => change(given, given.launch.pledge(1).address, (data) => void data.writeUInt8(7, 66)),
      told: /Pledge account \S+ holds no bool in refunded/,
    },
    {
      what: 'a Pledge that is not at its address',
      tamper: ({ launch }) => {
        const data = pledgeBytes(7n, { pledger: BOB, amount: 1n });
        launch.accounts.set(OTHER.toBase58(), { owner: PROGRAM.toBase58(), data });
      },
      told: /Pledge account \S+ is not at the address \S+ that the program's seeds give for/,
    },
    {
      what: 'a second Pledge of one wallet at an address of another bump',
      tamper: ({ launch }) => {
        const data = pledgeBytes(7n, { pledger: BOB, amount: 200n });
        launch.accounts.delete(launch.pledge(1).address);
        launch.accounts.set(otherBump(BOB), { owner: PROGRAM.toBase58(), data });
      },
      told: /is not at the address/,
    },
    {
      what: 'an escrow that is no token account',
      tamper: (given) => change(given, given.launch.escrowAddress, (data) => data.subarray(0, 164)),
      told: /escrow token account \S+ is no token account: it holds 164 bytes/,
    },
    {
      what: 'an escrow of no token program',
      tamper: ({ launch }) => {
        const account = launch.accounts.get(launch.escrowAddress);
        if (account) account.owner = PROGRAM.toBase58();
      },
      told: /escrow token account \S+ is owned by \S+, which is no token program/,
    },
    {
      what: 'an escrow that is not initialized',
      tamper: (given) => change(given, given.launch.escrowAddress, (data) => void data.writeUInt8(0, 108)),
      told: /is not an initialized token account/,
    },
    {
      what: 'an escrow of another mint',
      tamper: (given) =>
        change(given, given.launch.escrowAddress, (data) => void data.set(OTHER.toBytes(), 0)),
      told: /escrow token account \S+ holds the mint \S+ instead of/,
    },
    {
      what: 'an escrow that belongs to someone else',
      tamper: (given) =>
        change(given, given.launch.escrowAddress, (data) => void data.set(OTHER.toBytes(), 32)),
      told: /escrow token account \S+ belongs to \S+ instead of/,
    },
    {
      what: 'a vault of another mint',
      tamper: (given) =>
        change(given, given.launch.vaultAddress, (data) => void data.set(OTHER.toBytes(), 0)),
      told: /launch vault \S+ holds the mint \S+ instead of/,
    },
    {
      what: 'a mint that is none',
      tamper: ({ launch }) => {
        const mint = new PublicKey(launch.config.subarray(83, 115)).toBase58();
        launch.accounts.set(mint, { owner: TOKEN_PROGRAM.toBase58(), data: Buffer.alloc(81) });
      },
      told: /pledge mint \S+ is no initialized mint/,
    },
  ];

  test.each(cases)('$what is refused in one line with exit code 2', async ({ tamper, told }) => {
    await using given = await stage({ terms: { status: STATUS.succeeded } });
    tamper(given);
    const run = await given.verify();
    expect(run.stderr).toMatch(told);
    expect(run.stderr).toMatch(/^verify-ilo-settlement: [^\n]+\n$/);
    expect(run).toMatchObject({ stdout: '', exit: 2 });
  });
});

describe('a node of another cluster than the named one', () => {
  const HASHES = {
    'mainnet-beta': '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
    devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxkPCrxG',
    testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
  };

  test.each(Object.entries(HASHES))(
    'is refused for %s by its genesis hash, before any account is read',
    async (cluster, hash) => {
      await using given = await stage();
      const args = ['--cluster', cluster, '--program-id', PROGRAM.toBase58()];
      const run = await given.verify(...args);
      expect(run.stderr).toContain(
        `the RPC node is not a node of ${cluster}: its genesis hash is ${given.node.chain.genesisHash} instead of ${hash}`,
      );
      expect(run).toMatchObject({ stdout: '', exit: 2 });
      expect(given.node.calls.map(({ method }) => method)).toEqual(['getGenesisHash']);

      given.node.chain.genesisHash = hash;
      const honest = await given.verify(...args);
      expect(honest.stdout).toContain(`Launch 7 on ${cluster}: active`);
      expect(honest.exit).toBe(0);
    },
  );

  test('is named where it is one that is known', async () => {
    await using given = await stage();
    given.node.chain.genesisHash = HASHES.devnet;
    const run = await given.verify('--cluster', 'mainnet-beta', '--program-id', PROGRAM.toBase58());
    expect(run.stderr).toContain(`its genesis hash is ${HASHES.devnet} (devnet) instead of`);
    given.node.script('getGenesisHash', { result: 7 });
    const odd = await given.verify('--cluster', 'mainnet-beta', '--program-id', PROGRAM.toBase58());
    expect(odd.stderr).toContain('answered getGenesisHash with text that is not a hash');
    expect(odd.exit).toBe(2);
  });
});

/** The address of the second greatest bump that lies off the curve. */
function otherBump(pledger: PublicKey): string {
  const canonical = seededAddress('pledge', 7n, pledger.toBytes());
  for (let bump = 255; bump >= 0; bump--) {
    try {
      const launchId = Buffer.from([7, 0, 0, 0, 0, 0, 0, 0]);
      const seeds = [Buffer.from('pledge'), launchId, pledger.toBytes(), Uint8Array.of(bump)];
      const address = PublicKey.createProgramAddressSync(seeds, PROGRAM);
      if (!address.equals(canonical)) return address.toBase58();
    } catch {
      // On the curve: the next one.
    }
  }
  throw new Error('no other bump');
}

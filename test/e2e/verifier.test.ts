import { PublicKey } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressFromText } from '../../fixtures/localnet/keys/address.ts';
import { type Localnet, startLocalnet } from '../../fixtures/localnet/localnet.ts';
import { seededAddress } from '../support/verifier/launch-bytes.ts';
import { installVerifier, runVerifier } from '../support/verifier/run-verifier.ts';

/** As the tour plays them; the last id is one above 2^53. */
const FINALIZED = '1';
const SUCCEEDED = '2';
const FAILED = '3';
const STANDING = '4';
const PENDING = '9007199254740993';
const SLOTS_PER_SECOND = 2.5;

interface Report {
  readonly ok: boolean;
  readonly slot: number;
  readonly checks: readonly { readonly name: string; readonly expected: string; readonly actual: string }[];
  readonly launch: Record<string, string | number | null>;
  readonly wallet?: {
    pledged: string;
    allocation?: Record<string, string>;
    refund?: Record<string, unknown>;
  };
}

let file = '';
let net: Localnet;

async function report(launchId: string, ...args: string[]): Promise<Report> {
  const argv = ['--launch-id', launchId, '--rpc', net.rpcUrl, '--json', ...args];
  const { stdout, stderr, exit } = await runVerifier(file, argv);
  expect({ launchId, stderr, exit, stdout: exit === 0 ? '' : stdout }).toEqual({
    launchId,
    stderr: '',
    exit: 0,
    stdout: '',
  });
  return JSON.parse(stdout) as Report;
}

const statusOf = async (launchId: string) => (await report(launchId)).launch.status;

/** Moves the chain on to so many seconds after its servers started. */
function playUntil(seconds: number): void {
  const slot = 75 + Math.ceil(seconds * SLOTS_PER_SECOND);
  net.chain.advance(slot - Number(net.chain.currentSlot));
}

/** The bytes of a LaunchConfig as the chain itself holds them at the slot. */
function configBytes(launchId: string, slot: number): Buffer {
  const address = addressFromText(seededAddress('launch', BigInt(launchId)).toBase58());
  return Buffer.from(net.chain.accountAt(address, BigInt(slot))?.data ?? []);
}

function firstPledger(launchId: string): string {
  for (const { data } of net.chain.accountsAt(net.chain.heads.confirmed)) {
    const bytes = Buffer.from(data);
    if (bytes.length === 139 && bytes.readBigUInt64LE(10) === BigInt(launchId)) {
      return new PublicKey(bytes.subarray(18, 50)).toBase58();
    }
  }
  throw new Error(`launch ${launchId} has no pledge`);
}

describe('the verifier over the tour', () => {
  beforeAll(async () => {
    file = await installVerifier();
    net = await startLocalnet({ scenario: 'tour', speed: 0 });
  });
  afterAll(() => net.close());

  test('every launch keeps the rules when the servers start', async () => {
    expect(await statusOf(FINALIZED)).toBe('active');
    expect(await statusOf(SUCCEEDED)).toBe('active');
    expect(await statusOf(FAILED)).toBe('active');
    expect(await statusOf(STANDING)).toBe('active');
    expect(await statusOf(PENDING)).toBe('pending');
  });

  test('every figure is that of the slot that the report names', async () => {
    for (const commitment of ['confirmed', 'finalized']) {
      const { slot, launch } = await report(STANDING, '--commitment', commitment);
      expect(BigInt(slot)).toBe(
        commitment === 'confirmed' ? net.chain.heads.confirmed : net.chain.heads.finalized,
      );
      expect(launch.total_pledged).toBe(configBytes(STANDING, slot).readBigUInt64LE(171).toString());
      expect(launch.pledger_count).toBe(configBytes(STANDING, slot).readUInt32LE(179));
    }
  });

  test('a raise that was collected left an empty escrow, before and after it is closed', async () => {
    playUntil(18);
    expect((await report(FINALIZED)).launch).toMatchObject({ status: 'finalized', escrow_balance: '0' });
    playUntil(28);
    expect((await report(FINALIZED)).launch).toMatchObject({ status: 'finalized', escrow_balance: null });
  });

  test('a launch that succeeded holds its pledges and the gift of a stranger', async () => {
    playUntil(40);
    const { launch } = await report(SUCCEEDED);
    const surplus = BigInt(launch.escrow_balance ?? 0) - BigInt(launch.total_pledged ?? 0);
    expect([launch.status, surplus]).toEqual(['succeeded', 123_456_789n]);
  });

  test('a wallet sees its allocation unlock and its claims count', async () => {
    const pledger = firstPledger(SUCCEEDED);
    const allocation = async () => (await report(SUCCEEDED, '--wallet', pledger)).wallet?.allocation ?? {};
    const early = await allocation();
    expect(early).toMatchObject({ unlocked: '0', released: '0', claimable: '0' });
    playUntil(100);
    const late = await allocation();
    expect(late.entitlement).toBe(early.entitlement);
    expect(BigInt(late.unlocked ?? 0)).toBeGreaterThan(0n);
    expect(BigInt(late.claimable ?? 0)).toBe(BigInt(late.unlocked ?? 0) - BigInt(late.released ?? 0));
  });

  test('a failed launch refunds and still adds up', async () => {
    playUntil(115);
    const { launch, wallet } = await report(FAILED, '--wallet', firstPledger(FAILED));
    expect(launch.status).toBe('failed');
    expect(BigInt(launch.escrow_balance ?? 0)).toBeLessThan(BigInt(launch.total_pledged ?? 0));
    expect(wallet?.refund?.amount).toBe(wallet?.pledged);
  });

  test('the transactions of the escrows tell the gift of a stranger from pledges and refunds', async () => {
    const gift = { name: 'escrow_surplus_sent_in_as_gifts', actual: '123456789', expected: '<= 123456789' };
    expect((await report(SUCCEEDED, '--history')).checks).toContainEqual(expect.objectContaining(gift));
    const { checks } = await report(FAILED, '--history');
    const paid = checks.find(({ name }) => name === 'refunded_pledges_paid_back');
    expect(Number(paid?.actual)).toBeGreaterThan(0);
    expect(paid?.actual).toBe(paid?.expected);
  });

  test('every launch keeps the rules at the end, and one that was never made is told', async () => {
    const ids = [FINALIZED, SUCCEEDED, FAILED, STANDING, PENDING];
    const statuses = await Promise.all(ids.map(statusOf));
    expect(statuses).toEqual(['finalized', 'succeeded', 'failed', 'active', 'pending']);
    const nobody = await runVerifier(file, ['--launch-id', '18446744073709551615', '--rpc', net.rpcUrl]);
    expect(nobody.stdout).toContain('no LaunchConfig exists for launch 18446744073709551615');
    expect(nobody.exit).toBe(3);
  });
});

describe('the verifier over a chain in motion', () => {
  afterAll(() => net.close());

  test('takes one slot of a launch with a thousand pledges a slot', async () => {
    file = await installVerifier();
    net = await startLocalnet({ scenario: 'busy', speed: 1 });
    const first = await report('1');
    const second = await report('1');
    for (const { slot, launch } of [first, second]) {
      expect(launch.total_pledged).toBe(configBytes('1', slot).readBigUInt64LE(171).toString());
    }
    expect(second.slot).toBeGreaterThan(first.slot);
  });
});

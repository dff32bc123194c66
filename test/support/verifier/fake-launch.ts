import { PublicKey } from '@solana/web3.js';
import {
  LAUNCH_MINT,
  launchConfigBytes,
  mintBytes,
  PLEDGE_MINT,
  type PledgeTerms,
  PROGRAM,
  pledgeBytes,
  STATUS,
  seededAddress,
  type Terms,
  TOKEN_PROGRAM,
  testKey,
  tokenAccountBytes,
} from './launch-bytes.ts';

export interface FakeAccount {
  owner: string;
  data: Buffer;
}

/** The accounts of one launch by address, free to be tampered with. */
export interface FakeLaunch {
  readonly accounts: Map<string, FakeAccount>;
  readonly configAddress: string;
  readonly escrowAddress: string;
  readonly vaultAddress: string;
  readonly config: Buffer;
  readonly escrow: Buffer;
  pledge(index: number): { address: string; data: Buffer };
}

export const ALICE = testKey('alice');
export const BOB = testKey('bob');
export const CAROL = testKey('carol');
export const PLEDGES: readonly PledgeTerms[] = [
  { pledger: ALICE, amount: 100n },
  { pledger: BOB, amount: 200n },
  { pledger: CAROL, amount: 300n },
];

export interface FakeLaunchOptions {
  readonly terms?: Partial<Terms>;
  readonly pledges?: readonly PledgeTerms[];
  /** Balance of the escrow; `null` for no account. Default: the un-refunded pledges, 0 once finalized. */
  readonly escrow?: bigint | null;
  /** Balance of the vault; `null` for no account. Default: the whole allocation. */
  readonly vault?: bigint | null;
}

/** A launch of three pledges of 100, 200 and 300 that keeps every rule, changed as the test asks. */
export function fakeLaunch({ terms, pledges = PLEDGES, escrow, vault }: FakeLaunchOptions = {}): FakeLaunch {
  const all = { ...defaultTerms(pledges), ...terms };
  const address = (seed: string) => seededAddress(seed, all.launchId).toBase58();
  const [configAddress, escrowAddress, vaultAddress] = ['launch', 'escrow_ta', 'launch_vault'].map(
    address,
  ) as [string, string, string];
  const owed = pledges.filter(({ refunded }) => !refunded).reduce((sum, { amount }) => sum + amount, 0n);
  const balance = escrow === undefined ? (all.status === STATUS.finalized ? 0n : owed) : escrow;
  const config = launchConfigBytes(all);
  const owner = new PublicKey(configAddress);
  const escrowBytes = tokenAccountBytes(PLEDGE_MINT, owner, balance ?? 0n);
  const pledgeAccounts = pledges.map((pledge) => ({
    address: seededAddress('pledge', all.launchId, pledge.pledger.toBytes()).toBase58(),
    data: pledgeBytes(all.launchId, pledge),
  }));
  const accounts = new Map<string, FakeAccount>([
    [configAddress, { owner: PROGRAM.toBase58(), data: config }],
    [LAUNCH_MINT.toBase58(), tokenProgramAccount(mintBytes(9))],
    [PLEDGE_MINT.toBase58(), tokenProgramAccount(mintBytes(6))],
    ...pledgeAccounts.map(({ address: key, data }) => [key, { owner: PROGRAM.toBase58(), data }] as const),
  ]);
  if (vault !== null) {
    const held = vault ?? all.tokenAllocation;
    accounts.set(vaultAddress, tokenProgramAccount(tokenAccountBytes(LAUNCH_MINT, owner, held)));
  }
  if (balance !== null) accounts.set(escrowAddress, tokenProgramAccount(escrowBytes));
  return {
    accounts,
    configAddress,
    escrowAddress,
    vaultAddress,
    config,
    escrow: escrowBytes,
    pledge: (index) => pledgeAccounts[index] ?? { address: '', data: Buffer.alloc(0) },
  };
}

function tokenProgramAccount(data: Buffer): FakeAccount {
  return { owner: TOKEN_PROGRAM.toBase58(), data };
}

function defaultTerms(pledges: readonly PledgeTerms[]): Terms {
  return {
    launchId: 7n,
    status: STATUS.active,
    minRaise: 500n,
    maxRaise: 1_000n,
    tokenAllocation: 1_000_000n,
    totalPledged: pledges.reduce((sum, { amount }) => sum + amount, 0n),
    pledgerCount: pledges.length,
    startTs: 1_790_000_000n,
    endTs: 1_790_010_000n,
    releaseStartTs: 1_790_020_000n,
    cliffSeconds: 100,
    durationSeconds: 1_000,
    maxPledgePerWallet: 300n,
  };
}

import { type ChainAccount, isCreated } from '../accounts/chain-account.ts';
import {
  type LaunchConfig,
  type LaunchKey,
  type Pledge,
  readLaunchConfig,
  readPledge,
} from '../accounts/escrow-accounts.ts';
import { discriminator, PLEDGE } from '../accounts/layout.ts';
import { readMintDecimals, readTokenBalance } from '../accounts/token-accounts.ts';
import type { Pubkey } from '../codec/base58.ts';
import { equalBytes, u64Bytes } from '../codec/bytes.ts';
import { chainFailure, VerifierFailure } from '../failure.ts';
import type { AtSlot } from './answers.ts';
import type { Chain, ProgramQuestion } from './queries.ts';

/** The chain's state of one launch at one slot. Balances and decimals are undefined if the account does not exist. */
export interface LaunchState {
  readonly slot: number;
  /** Unix seconds of the slot's block. */
  readonly blockTime: bigint | undefined;
  readonly config: LaunchConfig;
  readonly pledges: readonly Pledge[];
  readonly escrowBalance: bigint | undefined;
  readonly vaultBalance: bigint | undefined;
  readonly launchMintDecimals: number | undefined;
  readonly pledgeMintDecimals: number | undefined;
}

type Accounts = AtSlot<readonly (ChainAccount | undefined)[]>;

/** Reads of a launch that changes faster than the node answers, before giving up. */
const READ_ATTEMPTS = 12;

/** @param from the oldest slot whose state is acceptable */
export async function readLaunch(chain: Chain, key: LaunchKey, from = 0): Promise<LaunchState> {
  const { launchConfig, escrowTokenAccount, launchVault } = key.addresses;
  const first = await chain.accounts([launchConfig], from);
  const terms = requireConfig(first.value[0], key, first.slot);
  const addresses = [launchConfig, escrowTokenAccount, launchVault, terms.launch_mint, terms.pledge_mint];
  const { accounts, pledges } = await readAtOneSlot(chain, key, addresses, first.slot);
  return {
    ...readAccounts(accounts, key, pledges.slot),
    slot: pledges.slot,
    blockTime: await chain.blockTime(pledges.slot),
    pledges: pledges.value.map((account) => readPledge(account, key)),
  };
}

/**
 * No RPC method returns program accounts and token accounts of one slot in one answer. So the launch's accounts are read
 * before and after its pledges, each at or after the slot of the read before. Pledges and accounts belong to one slot if
 * - a read of the accounts names exactly the slot of the pledges, or
 * - both reads around the pledges have the same bytes: LaunchConfig changes with every pledge and every change of
 * status, the escrow with every refund and the collection, the vault with every claim. If none of them changed, no
 * Pledge did, and the state is the same at each slot in between, including the pledges'. Otherwise the launch changed,
 * and the later read of the accounts becomes the earlier one of the next attempt.
 */
async function readAtOneSlot(
  chain: Chain,
  key: LaunchKey,
  addresses: readonly Pubkey[],
  from: number,
): Promise<{ accounts: Accounts; pledges: AtSlot<readonly ChainAccount[]> }> {
  let before = await chain.accounts(addresses, from);
  for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
    const pledges = await chain.programAccounts(pledgesOf(key), before.slot);
    if (pledges.slot === before.slot) return { accounts: before, pledges };
    const after = await chain.accounts(addresses, pledges.slot);
    if (after.slot === pledges.slot || sameAccounts(before, after)) return { accounts: after, pledges };
    before = after;
  }
  throw chainFailure(
    `launch ${key.launchId} changed during each of ${READ_ATTEMPTS} reads: try again, or name a nearer node with --rpc`,
  );
}

/**
 * Discriminator and launch only, no `dataSize`: a Pledge of another size must be seen and refused, never left out.
 */
function pledgesOf({ programId, launchId }: LaunchKey): ProgramQuestion {
  const [launchIdOffset] = PLEDGE.fields.launch_id;
  return {
    program: programId,
    having: [
      { offset: 0, bytes: discriminator(PLEDGE) },
      { offset: launchIdOffset, bytes: u64Bytes(launchId) },
    ],
  };
}

/** LaunchConfig, escrow and vault; the mints behind them change with tokens that have nothing to do with the launch. */
function sameAccounts(a: Accounts, b: Accounts): boolean {
  return a.value.slice(0, 3).every((account, index) => {
    const other = b.value[index];
    if (account === undefined || other === undefined) return account === other;
    return account.owner === other.owner && equalBytes(account.data, other.data);
  });
}

function readAccounts({ value }: Accounts, key: LaunchKey, slot: number) {
  const [configAccount, escrow, vault, launchMint, pledgeMint] = value;
  const config = requireConfig(configAccount, key, slot);
  const { launchConfig } = key.addresses;
  return {
    config,
    escrowBalance: readTokenBalance(escrow, {
      what: 'escrow token account',
      mint: config.pledge_mint,
      authority: launchConfig,
    }),
    vaultBalance: readTokenBalance(vault, { what: 'launch vault', mint: config.launch_mint }),
    launchMintDecimals: readMintDecimals(launchMint, 'launch mint'),
    pledgeMintDecimals: readMintDecimals(pledgeMint, 'pledge mint'),
  };
}

function requireConfig(account: ChainAccount | undefined, key: LaunchKey, slot: number): LaunchConfig {
  if (isCreated(account)) return readLaunchConfig(account, key);
  const message = `no LaunchConfig exists for launch ${key.launchId} under program ${key.programId} (${key.addresses.launchConfig} is empty at slot ${slot})`;
  throw new VerifierFailure('launch_not_found', message, slot);
}

/** Unix seconds of the slot's block. @throws if the node does not know it */
export function requireTime({ slot, blockTime }: LaunchState): bigint {
  if (blockTime !== undefined) return blockTime;
  throw chainFailure(`the RPC node does not know the time of slot ${slot}, which the release schedule needs`);
}

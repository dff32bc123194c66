import { expect, test } from 'vitest';
import { decodeAccount } from '../../../verifier/accounts/decode.ts';
import type { StatusName } from '../../../verifier/accounts/escrow-accounts.ts';
import { LAUNCH_CONFIG } from '../../../verifier/accounts/layout.ts';
import { launchAddresses } from '../../../verifier/codec/address.ts';
import type { Pubkey } from '../../../verifier/codec/base58.ts';
import { walletReport } from '../../../verifier/report/wallet.ts';
import { launchConfigBytes, PROGRAM, STATUS, testKey } from '../../support/verifier/launch-bytes.ts';

const programId = PROGRAM.toBase58() as Pubkey;
const wallet = testKey('a wallet').toBase58() as Pubkey;
const key = { programId, launchId: 1n, addresses: launchAddresses(programId, 1n) };

function reportOf(statusName: StatusName) {
  const bytes = launchConfigBytes({
    ...{ launchId: 1n, status: STATUS[statusName], minRaise: 1n, maxRaise: 100n, tokenAllocation: 1_000n },
    ...{ totalPledged: 50n, pledgerCount: 1, startTs: 0n, endTs: 10n, releaseStartTs: 10n },
    ...{ cliffSeconds: 0, durationSeconds: 0, maxPledgePerWallet: 0n },
  });
  const config = { ...decodeAccount(LAUNCH_CONFIG, wallet, bytes), statusName };
  const balances = { escrowBalance: 0n, vaultBalance: 0n, launchMintDecimals: 6, pledgeMintDecimals: 6 };
  return walletReport({ slot: 1, blockTime: 20n, config, pledges: [], ...balances }, key, wallet, 20n);
}

test.each([
  ['pending', false, false],
  ['active', false, false],
  ['succeeded', true, false],
  ['finalized', true, false],
  ['failed', false, true],
] as const)('a %s launch has an allocation: %s, a refund: %s', (status, allocation, refund) => {
  const report = reportOf(status);
  expect(['allocation' in report, 'refund' in report]).toEqual([allocation, refund]);
});

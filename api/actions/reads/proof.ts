import { counted } from '../../../core/kernel/counted.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { PROOF_READS } from '../../../schemas/reads/proof.ts';
import type { PayoutAnswer } from '../../../schemas/rest/payouts.ts';
import { audits, coverage } from '../record-listings.ts';
import { getPayout, listPayouts } from '../rewards/payouts.ts';
import { rewardsHistory, rewardsSummary } from '../rewards/read.ts';
import { verifyAccount } from '../verify-account.ts';
import { wireDigits } from '../wire.ts';
import type { MirrorHandlers, RewardHandlers } from './read.ts';
import { atSlot, bucketText, coverageText, mintText, pageText } from './texts.ts';

export const PROOF_HANDLERS: Pick<MirrorHandlers, keyof typeof PROOF_READS> = {
  listCoverage: {
    handle: coverage,
    field: 'Query.coverage',
    cost: 100,
    textOf: (answer) =>
      `${coverageText(answer)} ${pageText(counted(answer.results.length, 'range'), answer.next_cursor)}`,
  },
  listAudits: {
    handle: audits,
    field: 'Query.audits',
    cost: 100,
    fleeting: true,
    textOf: ({ source, next_cursor, results }) => {
      const [newest] = results;
      const said =
        newest === undefined
          ? ''
          : ` The first of them, at slot ${newest.slot}, compared ${counted(newest.accounts, 'account')}: ${newest.verdict}.`;
      return `Audits ${atSlot(source)}; ${pageText(counted(results.length, 'audit'), next_cursor)}${said}`;
    },
  },
  verifyAccount: {
    handle: (context, { pubkey, ...request }) =>
      verifyAccount(context, { ...request, pubkey: parsePubkey(pubkey) }),
    field: 'Query.verifyAccount',
    cost: 5_000,
    outside: true,
    narrow: ['lite', 'plugin'],
    fleeting: true,
    textOf: ({ pubkey, kind, equal, slot, differences }) => {
      const verdict = equal
        ? 'is byte for byte the same on the chain and in the index'
        : `differs in ${differences.map(({ field }) => field).join(', ')}; where they disagree, the chain is right`;
      return `The ${kind} account ${pubkey} ${verdict} at slot ${slot}.`;
    },
  },
};

export const REWARD_HANDLERS: RewardHandlers = {
  getRewardsSummary: {
    handle: rewardsSummary,
    narrow: ['lite', 'plugin'],
    field: 'Query.rewardsSummary',
    cost: 500,
    textOf: (answer) => {
      const { source, wallet_address, totals, reward_asset, disclosure, contribution_disclosure } = answer;
      return sentences([
        `Rewards of wallet ${wallet_address} in ${reward_asset} base units ${atSlot(source)}:`,
        `${bucketText('accrued', totals.accrued)}, of them ${bucketText('pending', totals.pending)},`,
        `${bucketText('claimable', totals.claimable)}, ${bucketText('paid', totals.paid)}.`,
        mintText(answer),
        disclosure,
        contribution_disclosure,
      ]);
    },
  },
  getRewardsHistory: {
    handle: rewardsHistory,
    narrow: ['lite', 'plugin'],
    field: 'Query.rewardsHistory',
    cost: 500,
    textOf: (answer) => {
      const { source, wallet_address, results, has_more, offset: start } = answer;
      const rest = has_more ? `more follow: pass offset ${start + results.length}` : 'no more follow';
      return sentences([
        `${counted(results.length, 'reward record')} of wallet ${wallet_address} on this page, newest first, ${rest};`,
        `as of the ledger ${atSlot(source)}.`,
        mintText(answer),
        answer.disclosure,
        answer.contribution_disclosure,
      ]);
    },
  },
  listPayouts: {
    handle: listPayouts,
    cost: 100,
    textOf: ({ results, has_more }) =>
      sentences([
        `${counted(results.length, 'payout request')} on this page, newest first; ${has_more ? 'more follow' : 'no more follow'}.`,
        ...results.slice(0, 3).map(payoutText),
      ]),
  },
  getPayout: { handle: getPayout, cost: 100, failures: ['PAYOUT_NOT_FOUND'], textOf: payoutText },
};

function payoutText({ id, status, program, reward_amount, tx_signature }: PayoutAnswer): string {
  const paid = tx_signature === '' ? '' : ` by transaction ${tx_signature}`;
  return `Payout request ${wireDigits(id)} for ${program} rewards is ${status}${paid}, over ${reward_amount === null ? 'no' : wireDigits(reward_amount)} base units.`;
}

function sentences(texts: readonly string[]): string {
  return texts.filter(Boolean).join(' ');
}

import * as activity from '../rest/activity.ts';
import * as answers from '../rest/answers.ts';
import * as examples from '../rest/examples.ts';
import * as flows from '../rest/flows.ts';
import * as changes from '../rest/launch-changes.ts';
import * as distribution from '../rest/pledge-distribution.ts';
import * as positions from '../rest/positions.ts';
import * as curve from '../rest/raise-curve.ts';
import * as search from '../rest/search.ts';
import * as names from '../rest/token-names.ts';
import * as given from './arguments.ts';
import type { ReadShape } from './read.ts';

const { launchId: launch_id, freshness, page } = given;

/** Reads of launches and of wallets' positions in them. */
export const LAUNCH_READS = {
  getLaunchStatus: {
    path: '/ilo/status/',
    title: 'Current launch',
    description:
      'The newest active launch, else the newest pending one, else the newest settled one; newest is the greatest `start_ts`, then the greatest `launch_id`. When no launch exists, `phase` is `not_created` and `launch` is null.',
    arguments: freshness,
    answer: answers.launchStatusAnswer,
    shapes: { LaunchStatusAnswer: answers.launchStatusAnswer },
    example: examples.statusExample,
  },
  listLaunches: {
    path: '/ilo/launches/',
    title: 'List launches',
    description:
      'Every indexed launch, page by page, newest first unless `order_by` says otherwise. Follow `next_cursor`: all pages of one listing show the slot of the first.',
    arguments: { status: given.status, order_by: given.launchOrder, ...page },
    answer: answers.launchListAnswer,
    shapes: { LaunchListAnswer: answers.launchListAnswer },
    example: examples.listExample,
    tool: 'list_launches',
  },
  getLaunch: {
    path: '/ilo/launches/{launch_id}/',
    title: 'One launch',
    description:
      'One launch, its settlement once it has one, and with `wallet` the pledge of that wallet and its allocation or refund. Unlocked amounts are computed at `source.slot_time`, so an answer depends on the question and the slot alone.',
    arguments: { launch_id, wallet: given.walletPart, ...freshness },
    answer: answers.launchDetailAnswer,
    shapes: { LaunchDetailAnswer: answers.launchDetailAnswer },
    example: examples.detailExample,
    missing: true,
  },
  listPledges: {
    path: '/ilo/launches/{launch_id}/pledges/',
    title: 'List pledges',
    description:
      'The pledges of one launch, page by page; `order_by: amount_desc` gives its top pledgers. Follow `next_cursor`: all pages of one listing show the slot of the first.',
    arguments: { launch_id, order_by: given.pledgeOrder, min_amount: given.minAmount, ...page },
    answer: answers.pledgeListAnswer,
    shapes: { PledgeListAnswer: answers.pledgeListAnswer },
    example: examples.pledgesExample,
    missing: true,
    tool: 'list_pledges',
  },
  listPositions: {
    path: '/ilo/wallets/{wallet}/positions/',
    title: 'Positions of a wallet',
    description:
      'Every launch in which a wallet has a pledge, newest launch first, each with the pledge and its allocation or refund once there is one.',
    arguments: { wallet: given.wallet, ...page },
    answer: positions.walletPositionsAnswer,
    shapes: { Position: positions.position, WalletPositionsAnswer: positions.walletPositionsAnswer },
    example: examples.positionsExample,
  },
  search: {
    path: '/ilo/search/',
    title: 'Search by id, address or signature',
    description:
      'What a launch id, an address or a signature is: a launch, one of its mints or accounts, a Pledge, a wallet that pledged, or a transaction. Nothing found is an empty list.',
    arguments: { query: given.searched, ...freshness },
    answer: search.searchAnswer,
    shapes: { Found: search.found, SearchAnswer: search.searchAnswer },
  },
  listActivity: {
    path: '/ilo/activity/',
    title: 'Activity of all launches',
    description:
      'Pledges, withdrawals, claims and refunds of all launches, newest first. Each follows from the fields of a Pledge account before and after the slot in which it changed.',
    arguments: { kind: given.activityKind, launch_id: given.ofLaunch, ...page },
    answer: activity.activityAnswer,
    shapes: { Activity: activity.activity, ActivityAnswer: activity.activityAnswer },
    example: { results: [{ kind: 'pledge' }] },
  },
  getTokenNames: {
    path: '/ilo/token-names/',
    title: 'Names of tokens',
    description:
      'What mints call themselves on the chain: the name and symbol of their Token Metadata account or of their Token-2022 extension. Read from the chain and kept for ten minutes, so it does not belong to the slot of `source`. Names are not unique; show the mint with them.',
    arguments: { mints: given.mints, min_slot: freshness.min_slot, max_lag_slots: freshness.max_lag_slots },
    answer: names.tokenNamesAnswer,
    shapes: { TokenName: names.tokenName, TokenNamesAnswer: names.tokenNamesAnswer },
  },
  getRaiseCurve: {
    path: '/ilo/launches/{launch_id}/raise-curve/',
    title: 'How a raise grew',
    description:
      'Every slot in which the total pledged to a launch or the number of its pledgers changed, in slot order. More steps than `points` are thinned evenly; each remaining point is exact.',
    arguments: { launch_id, points: given.points, ...freshness },
    answer: curve.raiseCurveAnswer,
    shapes: { RaisePoint: curve.raisePoint, RaiseCurveAnswer: curve.raiseCurveAnswer },
    missing: true,
    tool: 'get_raise_curve',
  },
  getPledgeDistribution: {
    path: '/ilo/launches/{launch_id}/distribution/',
    title: 'How pledges are distributed',
    description:
      'How the pledges of one launch are distributed by amount: count, sum, mean, quantiles, Gini coefficient in basis points, and a histogram of equally wide buckets.',
    arguments: { launch_id, buckets: given.buckets, edges: given.edges, ...freshness },
    answer: distribution.pledgeDistributionAnswer,
    shapes: {
      DistributionBucket: distribution.distributionBucket,
      DistributionQuantiles: distribution.distributionQuantiles,
      PledgeDistributionAnswer: distribution.pledgeDistributionAnswer,
    },
    example: { mean: '1000000000', gini_bps: 2222 },
    missing: true,
    tool: 'get_pledge_distribution',
  },
  getLaunchChanges: {
    path: '/ilo/launches/{launch_id}/changes/',
    title: 'When a launch changed',
    description:
      'The first and the last slot in which a launch, one of its pledges or one of its balances changed, and the nearest such slots before and after `around`.',
    arguments: { launch_id, around: given.around, ...freshness },
    answer: changes.launchChangesAnswer,
    shapes: { LaunchChangesAnswer: changes.launchChangesAnswer },
    missing: true,
  },
  listFlows: {
    path: '/ilo/launches/{launch_id}/flows/',
    title: 'List escrow activity',
    description:
      'Every transfer into or out of the escrow of one launch, by transaction, oldest first. From `complete_from_slot` on, every transfer is listed; null means that the list may have gaps.',
    arguments: { launch_id, ...page },
    answer: flows.flowListAnswer,
    example: { results: [{ kind: 'pledge' }] },
    shapes: { Flow: flows.flow, FlowListAnswer: flows.flowListAnswer },
    missing: true,
    tool: 'list_escrow_flows',
  },
} as const satisfies Readonly<Record<string, ReadShape>>;

import { counted } from '../../../core/kernel/counted.ts';
import { parsePubkey } from '../../../core/kernel/pubkey.ts';
import type { LAUNCH_READS } from '../../../schemas/reads/launches.ts';
import { listActivity } from '../activity.ts';
import { launchDetail, launchStatus } from '../launch-detail.ts';
import { launchChanges, pledgeDistribution, raiseCurve } from '../launch-figures.ts';
import { listLaunches, listPledges, walletPositions } from '../listings.ts';
import { escrowFlows } from '../record-listings.ts';
import { search } from '../search.ts';
import { tokenNames } from '../tokens/token-names.ts';
import type { MirrorHandlers } from './read.ts';
import { atSlot, launchText, PLEDGED, pageText } from './texts.ts';

export const LAUNCH_HANDLERS: Pick<MirrorHandlers, keyof typeof LAUNCH_READS> = {
  getLaunchStatus: { handle: launchStatus, field: 'Query.status' },
  listLaunches: {
    handle: listLaunches,
    narrow: ['lite', 'plugin'],
    field: 'Query.launches',
    cost: 20,
    textOf: ({ source, count, next_cursor, results }) => {
      const page = pageText(counted(results.length, 'launch', 'launches'), next_cursor);
      const matching = counted(count, 'launch matches', 'launches match');
      return [`${matching} ${atSlot(source)}; ${page}`, ...results.map(launchText)].join('\n');
    },
  },
  getLaunch: {
    handle: (context, { wallet, ...request }) =>
      launchDetail(context, { ...request, wallet: wallet === undefined ? undefined : parsePubkey(wallet) }),
    field: 'Query.launch',
  },
  listPledges: {
    handle: listPledges,
    narrow: ['lite', 'plugin'],
    field: 'Launch.pledges',
    cost: 20,
    textOf: ({ source, launch_id, next_cursor, results }) =>
      `Pledges of launch ${launch_id} ${atSlot(source)}; ${pageText(counted(results.length, 'pledge'), next_cursor)}`,
  },
  listPositions: {
    handle: (context, { wallet, ...request }) =>
      walletPositions(context, { ...request, wallet: parsePubkey(wallet) }),
    field: 'Wallet.pledges',
    cost: 100,
  },
  search: { handle: search, field: 'Query.search', cost: 500 },
  listActivity: { handle: listActivity, cost: 1_000 },
  getTokenNames: { handle: tokenNames, outside: true, fleeting: true, cost: 5_000 },
  getRaiseCurve: {
    handle: raiseCurve,
    narrow: ['lite', 'plugin'],
    field: 'Launch.raiseCurve',
    shows: 'points',
    cost: 500,
    textOf: ({ source, launch_id, steps, points }) => {
      const last = points.at(-1);
      const grown =
        last === undefined
          ? 'no step is indexed'
          : `${counted(steps, 'step')} up to ${last.total_pledged} ${PLEDGED} of ${counted(last.pledger_count, 'wallet')}`;
      return `The raise of launch ${launch_id} ${atSlot(source)}: ${grown}; ${counted(points.length, 'point')} shown.`;
    },
  },
  getPledgeDistribution: {
    handle: pledgeDistribution,
    field: 'Launch.pledgeDistribution',
    cost: 500,
    textOf: ({ source, launch_id, count, sum, quantiles }) => {
      const spread =
        quantiles === null
          ? ''
          : `, from ${quantiles.min} to ${quantiles.max}, half of them at most ${quantiles.p50}`;
      return `Launch ${launch_id} has ${counted(count, 'pledge')} of ${sum} ${PLEDGED} together${spread}, ${atSlot(source)}.`;
    },
  },
  getLaunchChanges: { handle: launchChanges, field: 'Launch.changes', cost: 500 },
  listFlows: {
    handle: escrowFlows,
    narrow: ['plugin'],
    field: 'Launch.escrowFlows',
    cost: 500,
    textOf: ({ source, launch_id, complete_from_slot: from, next_cursor, results }) => {
      const whole = from === null ? 'the list may have holes' : `complete from slot ${from} on`;
      const page = pageText(counted(results.length, 'movement'), next_cursor);
      return `Escrow movements of launch ${launch_id} ${atSlot(source)}, ${whole}; ${page}`;
    },
  },
};

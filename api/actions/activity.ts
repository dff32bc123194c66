import type { ActivityKind } from '../../schemas/activity-kinds.ts';
import { type ActivityAnswer, type ActivityRow, activity } from '../../schemas/rest/activity.ts';
import { type ActivityFacts, activityPage, happenedIn, type PledgeChange } from '../read/records/activity.ts';
import type { AnsweredPage, MirrorContext } from './context.ts';
import { askFreshRecords } from './freshness.ts';
import { listPage, type PageRequest } from './page.ts';
import { wireSignature } from './wire.ts';
import { writerOf } from './write.ts';

const writeActivity = writerOf(activity);

/** Pledges, withdrawals, claims and refunds of all launches, newest first. @throws those of `listPage` */
export function listActivity(
  context: MirrorContext,
  request: PageRequest & {
    readonly kind?: ActivityKind | undefined;
    readonly launchId?: bigint | undefined;
  },
): Promise<AnsweredPage<ActivityAnswer>> {
  return listPage(context, request, {
    name: 'activity',
    terms: { kind: request.kind, launchId: request.launchId },
    ask: (slots, question) =>
      askFreshRecords(context.mirror, slots, (records) => activityPage(records, question)),
    rows: ({ changes }) => changes,
    place: ({ slot, launchId, pledger }) => ({ slot, launchId, pledger }),
    body: (facts, page, { terms: { kind } }) => ({
      ...page,
      results: facts.changes
        .flatMap((change) => rowsOf(change, facts))
        .filter((row) => kind === undefined || row.kind === kind),
    }),
  });
}

function rowsOf(change: PledgeChange, { launches, decimals, times }: ActivityFacts): ActivityRow[] {
  const { slot, launchId, pledger, signature } = change;
  const launch = launches.get(launchId);
  const signed = signature.some((byte) => byte !== 0) ? wireSignature(signature) : undefined;
  return happenedIn(change).map(({ kind, amount }) => {
    const mint = kind === 'claim' ? launch?.launchMint : launch?.pledgeMint;
    return writeActivity({
      ...{ kind, launchId, amount, slot, mint, wallet: pledger, signature: signed },
      decimals: mint && decimals.get(mint)?.decimals,
      time: times.get(slot),
    });
  });
}

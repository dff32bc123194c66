import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { PledgeListQuestion, PledgePage } from '../questions.ts';
import { pledgeRow, pledgeState } from '../rows.ts';
import { sqlFile } from '../sql-file.ts';
import type { AskAt } from './query.ts';

const BY_KEY = sqlFile(import.meta.url, 'pledges-page.sql');
const BY_RANK = sqlFile(import.meta.url, 'pledges-ranked.sql');

/** One page of pledges in the order of the question. */
export async function pledgesPage(ask: AskAt, question: PledgeListQuestion): Promise<PledgePage> {
  const { launchId, orderBy = 'pledger', minAmount = 0n, after, limit } = question;
  const parameters = {
    launch_id: launchId,
    min_amount: minAmount,
    from_start: after === undefined,
    after: after === undefined ? '' : Buffer.from(pubkeyBytes(after.pledger)).toString('hex').toUpperCase(),
    limit: limit + 1,
  };
  const versions =
    orderBy === 'pledger'
      ? await ask(BY_KEY, parameters, pledgeRow)
      : await ask(BY_RANK, { ...parameters, order_by: orderBy, after_rank: after?.rank ?? 0n }, pledgeRow);
  return { pledges: versions.slice(0, limit).map(pledgeState), more: versions.length > limit };
}

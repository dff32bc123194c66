import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import type { PledgeListQuestion, PledgePage } from '../questions.ts';
import { pledgeRow, pledgeState } from '../rows.ts';
import { sqlFile } from '../sql-file.ts';
import type { AskAt } from './query.ts';

const SQL = sqlFile(import.meta.url, 'pledges-page.sql');

/** One page of pledges in key order. */
export async function pledgesPage(ask: AskAt, question: PledgeListQuestion): Promise<PledgePage> {
  const { launchId, after, limit } = question;
  const parameters = {
    launch_id: launchId,
    from_start: after === undefined,
    after: after === undefined ? '' : Buffer.from(pubkeyBytes(after)).toString('hex'),
    limit: limit + 1,
  };
  const versions = await ask(SQL, parameters, pledgeRow);
  return { pledges: versions.slice(0, limit).map(pledgeState), more: versions.length > limit };
}

import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { type PledgeVersion, pledgeRow, pledgeState } from '../account-versions.ts';
import type { FirstPagesQuestion, PledgeListQuestion, PledgePage } from '../questions.ts';
import { sqlFile } from '../sql-file.ts';
import type { AskAt } from './query.ts';

const BY_KEY = sqlFile(import.meta.url, 'pledges-page.sql');
const BY_RANK = sqlFile(import.meta.url, 'pledges-ranked.sql');

/** One page of pledges in the requested order. */
export async function pledgesPage(ask: AskAt, question: PledgeListQuestion): Promise<PledgePage> {
  const { launchId, limit } = question;
  const parameters = { ...parametersOf(question), launch_id: launchId };
  return pageOf(await ask(sqlFor(question), parameters, pledgeRow), limit);
}

/**
 * The first pages of several launches in one statement. Each launch has its own SELECT, which ends as soon as its page
 * is full; one SELECT over all launches would read all of their pledges.
 */
export async function firstPledgePages(
  ask: AskAt,
  { launchIds, ...question }: FirstPagesQuestion,
): Promise<ReadonlyMap<bigint, PledgePage>> {
  const sql = sqlFor(question);
  const names = launchIds.map((_launchId, index) => `launch_id_${index}`);
  const union = names.map((name) => `(${sql.replaceAll('{launch_id:', `{${name}:`)})`).join('\nUNION ALL\n');
  const ids = Object.fromEntries(launchIds.map((launchId, index) => [names[index], launchId]));
  const versions = await ask(union, { ...parametersOf(question), ...ids }, pledgeRow);
  const byLaunch = Map.groupBy(versions, ({ launchId }) => launchId);
  return new Map(launchIds.map((id) => [id, pageOf(byLaunch.get(id) ?? [], question.limit)]));
}

type PageQuestion = Omit<PledgeListQuestion, 'launchId'>;

function sqlFor({ orderBy = 'pledger' }: PageQuestion): string {
  return orderBy === 'pledger' ? BY_KEY : BY_RANK;
}

function parametersOf({ orderBy = 'pledger', minAmount = 0n, after, limit }: PageQuestion) {
  return {
    min_amount: minAmount,
    from_start: after === undefined,
    after: after === undefined ? '' : Buffer.from(pubkeyBytes(after.pledger)).toString('hex').toUpperCase(),
    limit: limit + 1,
    ...(orderBy !== 'pledger' && { order_by: orderBy, after_rank: after?.rank ?? 0n }),
  };
}

function pageOf(versions: readonly PledgeVersion[], limit: number): PledgePage {
  return { pledges: versions.slice(0, limit).map(pledgeState), more: versions.length > limit };
}

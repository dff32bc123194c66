import { counted } from '../../core/kernel/counted.ts';
import { isLaunchlensError } from '../../core/kernel/errors/error.ts';
import { pendingMigrations } from '../../core/olap/migrate.ts';
import type { Olap } from '../../core/olap/port.ts';
import { callOperator, findOperator, type Operator } from '../operator/call.ts';
import { createFacts } from '../stores.ts';
import { type Check, type CheckContext, type Finding, followsLaunches } from './check.ts';
import { COVERAGE_COMMAND, type CoverageReport, coverageReport, reportCoverage } from './coverage-report.ts';

export const coverageCheck: Check = {
  name: 'coverage',
  run: async (context) => {
    if (!followsLaunches(context)) return undefined;
    const report = await readReport(context);
    return report === undefined ? undefined : describeCoverage(report, context.settings);
  },
};

const NEWER_VERSION =
  'install a version of Launchlens that knows the account layouts, then run `launchlens backfill redecode`';

/** Undefined if the store itself is the problem, which another line reports. */
function readReport(context: CheckContext): Promise<CoverageReport | undefined> {
  return fromStore(context, {
    opened: async (olap) =>
      (await pendingMigrations(olap)).length > 0 ? undefined : reportCoverage(olap.reader, context.clock),
    held: (operator) => askCoverage(operator, context.signal),
  });
}

interface Reading<Report> {
  readonly opened: (olap: Olap) => Promise<Report | undefined>;
  /** Another process holds the store. */
  readonly held: (operator: Operator) => Promise<Report | undefined>;
}

/** Undefined if the store itself is the problem. */
export async function fromStore<Report>(
  context: CheckContext,
  { opened, held }: Reading<Report>,
): Promise<Report | undefined> {
  try {
    const olap = await createFacts(context);
    try {
      return await opened(olap);
    } finally {
      await olap.close();
    }
  } catch (error) {
    if (isLaunchlensError(error, 'OLAP_DIRECTORY_BUSY')) {
      const operator = await findOperator(context.settings.DATA_DIR);
      return operator && held(operator);
    }
    if (isLaunchlensError(error)) return undefined;
    throw error;
  }
}

/** Asks the process that holds a store for its coverage. */
export async function askCoverage(
  operator: Operator,
  signal: AbortSignal,
): Promise<CoverageReport | undefined> {
  for await (const line of callOperator(operator, { name: COVERAGE_COMMAND, input: {}, signal }))
    return coverageReport.parse(line);
  return undefined;
}

/** The line about the coverage of an index, and how to fill its gaps. */
export function describeCoverage(
  report: CoverageReport,
  bounds: Pick<CheckContext['settings'], 'READY_MAX_LAG_SLOTS' | 'READY_MAX_AGE_SECONDS'>,
): Finding {
  if (report === null) return { ok: true, detail: 'nothing has been indexed yet' };
  const { newest_lost: newest, checkpoint_age_seconds: age } = report;
  const difference = BigInt(report.chain_slot) - BigInt(report.last_slot);
  const lag = difference > 0n ? difference : 0n;
  const verified = report.verified_slot === null ? 'not verified yet' : `verified at ${report.verified_slot}`;
  const held = `slots ${report.first_slot} to ${report.last_slot}, ${verified}${unreadable(report)}`;
  const fresh = `checkpoint ${Math.round(age)} s old, ${counted(lag, 'slot')} behind the chain`;
  if (newest) {
    const { from_slot: from, to_slot: to } = newest;
    return {
      ok: false,
      detail: `${held}, ${counted(report.lost_ranges, 'range')} lost, the newest ${from} to ${to}; ${fresh}`,
      remedy: `run \`launchlens backfill capture FILE… --from-slot ${from} --to-slot ${to}\` with a recording of them`,
    };
  }
  const detail = `${held}, nothing lost; ${fresh}`;
  if (age > bounds.READY_MAX_AGE_SECONDS)
    return { ok: false, detail, remedy: 'start `launchlens index` or `launchlens up`, or read its log' };
  if (lag > BigInt(bounds.READY_MAX_LAG_SLOTS))
    return { ok: false, detail, remedy: 'read the log of the indexer: it says what it waits for' };
  if (report.unreadable_accounts === null) return { ok: false, detail, remedy: NEWER_VERSION };
  return { ok: true, detail, ...(report.unreadable_accounts > 0 && { remedy: NEWER_VERSION }) };
}

function unreadable({ unreadable_accounts: accounts }: NonNullable<CoverageReport>): string {
  if (accounts === 0) return '';
  return accounts === null
    ? ', so many accounts cannot be read that nothing newer is answered'
    : `, ${counted(accounts, 'account')} cannot be read`;
}

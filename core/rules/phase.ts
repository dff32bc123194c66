import {
  LAUNCH_STATUSES,
  type LaunchStatus,
  type Phase,
  type PledgeWindow,
} from '../../schemas/launch-statuses.ts';
import { LaunchlensError } from '../kernel/errors/error.ts';

export type SettlementOutcome = 'succeeded' | 'failed';

/** @throws LAUNCH_STATUS_UNKNOWN for a code the escrow program does not have. */
export function launchStatus(code: number): LaunchStatus {
  const name = LAUNCH_STATUSES[code];
  if (name === undefined) throw new LaunchlensError('LAUNCH_STATUS_UNKNOWN', { status: String(code) });
  return name;
}

export function launchStatusCode(status: LaunchStatus): number {
  return LAUNCH_STATUSES.indexOf(status);
}

/** The phase of a launch: its status, or `not_created` if no LaunchConfig exists. */
export function phaseOf(launch: { readonly status: LaunchStatus } | undefined): Phase {
  return launch?.status ?? 'not_created';
}

/** The outcome of a launch; undefined before it settles. Only a launch that succeeded can be finalized. */
export function settlementOutcome(status: LaunchStatus): SettlementOutcome | undefined {
  if (status === 'failed') return 'failed';
  return status === 'succeeded' || status === 'finalized' ? 'succeeded' : undefined;
}

/** What decides whether a launch takes pledges. Times are Unix seconds. */
interface PledgeTimes {
  readonly status: LaunchStatus;
  readonly startTs: bigint;
  readonly endTs: bigint;
}

/** Whether pledges are taken at `now`, from `start_ts` to before `end_ts`; undefined if that depends on an unknown time. */
export function pledgeWindow(
  { status, startTs, endTs }: PledgeTimes,
  now: bigint | undefined,
): PledgeWindow | undefined {
  if (status === 'pending') return 'not_open';
  if (status !== 'active') return 'closed';
  if (now === undefined) return undefined;
  if (now < startTs) return 'not_open';
  return now < endTs ? 'open' : 'awaiting_finalization';
}

import type { LaunchStatus } from '../../schemas/launch-statuses.ts';
import { compareNewestFirst, type OrderedLaunch } from './newest-first.ts';
import { settlementOutcome } from './phase.ts';

/** The current launch of a cluster: the newest active one, else the newest pending, else the newest settled. */
export function currentLaunch<Launch extends OrderedLaunch & { readonly status: LaunchStatus }>(
  launches: Iterable<Launch>,
): Launch | undefined {
  let current: Launch | undefined;
  for (const launch of launches) {
    if (current === undefined || takesPrecedence(launch, current)) current = launch;
  }
  return current;
}

type Candidate = OrderedLaunch & { readonly status: LaunchStatus };

function takesPrecedence(launch: Candidate, current: Candidate): boolean {
  const difference = rank(launch.status) - rank(current.status);
  return difference === 0 ? compareNewestFirst(launch, current) < 0 : difference < 0;
}

function rank(status: LaunchStatus): number {
  if (status === 'active') return 0;
  return settlementOutcome(status) === undefined ? 1 : 2;
}

import { configuredSecrets } from '../../api/access/agents/secret.ts';
import type { Olap } from '../../core/olap/port.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { type OperatorRoute, operatorRoute } from '../operator/command.ts';
import type { Session } from '../session.ts';
import * as lines from './lines.ts';

export const KEY_COMMANDS = {
  list: 'keys-list',
  issue: 'keys-issue',
  revoke: 'keys-revoke',
  tier: 'keys-tier',
} as const;

/** The credential commands, run by the process that holds a store. */
export function keyRoutes(
  { clock, settings }: Session,
  { olap, oltp }: { readonly olap: Olap; readonly oltp: Oltp },
): OperatorRoute[] {
  const parts = (signal: AbortSignal) => ({ olap, oltp, clock, signal });
  const secrets = configuredSecrets(settings);
  const { list, issue, revoke, tier } = KEY_COMMANDS;
  return [
    operatorRoute({
      name: list,
      input: lines.listInput,
      run: (input, signal) => lines.listLines(parts(signal), input),
    }),
    operatorRoute({
      name: issue,
      input: lines.issueInput,
      run: (input, signal) => lines.issueLines({ ...parts(signal), secrets }, input),
    }),
    operatorRoute({
      name: revoke,
      input: lines.revokeInput,
      run: (input, signal) => lines.revokeLines(parts(signal), input),
    }),
    operatorRoute({
      name: tier,
      input: lines.tierInput,
      run: (input, signal) => lines.tierLines(parts(signal), input),
    }),
  ];
}

import type { Olap } from '../../core/olap/port.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { type OperatorRoute, operatorRoute } from '../operator/command.ts';
import type { Session } from '../session.ts';
import { failInput, failLines, listInput, listLines, unmatchedInput, unmatchedLines } from './lines.ts';

export const TREASURY_COMMANDS = {
  list: 'treasury-list',
  fail: 'treasury-fail',
  unmatched: 'treasury-unmatched',
} as const;

/** The treasury commands, run by the process that holds a store. */
export function treasuryRoutes(
  { clock, settings }: Session,
  { olap, oltp }: { readonly olap: Olap; readonly oltp: Oltp },
): OperatorRoute[] {
  const treasury = settings.TREASURY_TOKEN_ACCOUNT;
  const parts = (signal: AbortSignal) => ({ olap, oltp, clock, treasury, signal });
  return [
    operatorRoute({
      name: TREASURY_COMMANDS.list,
      input: listInput,
      run: (input, signal) => listLines(parts(signal), input),
    }),
    operatorRoute({
      name: TREASURY_COMMANDS.fail,
      input: failInput,
      run: (input, signal) => failLines(parts(signal), input),
    }),
    operatorRoute({
      name: TREASURY_COMMANDS.unmatched,
      input: unmatchedInput,
      run: (input, signal) => unmatchedLines(parts(signal), input),
    }),
  ];
}

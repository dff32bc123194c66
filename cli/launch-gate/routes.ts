import type { Olap } from '../../core/olap/port.ts';
import type { Oltp } from '../../core/oltp/port.ts';
import { type OperatorRoute, operatorRoute } from '../operator/command.ts';
import type { Session } from '../session.ts';
import * as lines from './lines.ts';

export const LAUNCH_GATE_COMMANDS = {
  list: 'launch-gate-list',
  set: 'launch-gate-set',
  remove: 'launch-gate-remove',
} as const;

/** The launch-gate commands, run by the process that holds a store. */
export function launchGateRoutes(
  { clock }: Session,
  { olap, oltp }: { readonly olap: Olap; readonly oltp: Oltp },
): OperatorRoute[] {
  const parts = (signal: AbortSignal) => ({ olap, oltp, clock, signal });
  const { list, set, remove } = LAUNCH_GATE_COMMANDS;
  return [
    operatorRoute({
      name: list,
      input: lines.listInput,
      run: (_, signal) => lines.listLines(parts(signal)),
    }),
    operatorRoute({
      name: set,
      input: lines.setInput,
      run: (input, signal) => lines.setLines(parts(signal), input),
    }),
    operatorRoute({
      name: remove,
      input: lines.removeInput,
      run: (input, signal) => lines.removeLines(parts(signal), input),
    }),
  ];
}

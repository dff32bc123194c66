import { define, defineForClients } from './definition.ts';

/** Failures of operator commands, and refusals of operators who set the launch gate. */
export const operatorErrors = {
  OPERATOR_UNREACHABLE: define(
    'Process {pid} (launchlens {command}) holds the store, but it cannot be reached over {path}: {reason}.',
    { exit: 2 },
  ),
  OPERATOR_REFUSED: define('The running process refused "{command}": {detail}.', { exit: 2 }),
  OPERATOR_CUT_OFF: define(
    'Process {pid} ended before it finished answering "{command}". Run the command again.',
  ),
  OPERATOR_FAILED: define<{ code: string; message: string }>(({ message }) => message),
  OPERATOR_MISUSED: define<{ code: string; message: string }>(({ message }) => message, { exit: 2 }),
  LAUNCH_GATE_FULL: defineForClients(
    'The launch gate already has {most} legs, which is the maximum. Remove some first.',
    { exit: 2, status: 409 },
  ),
  GATE_LEG_UNKNOWN: defineForClients('The launch gate has no leg with this name.', { exit: 2, status: 404 }),
};

import { counted } from '../counted.ts';
import { define, defineForClients } from './definition.ts';
import type { MoreWrong, WrongValue } from './wrong-values.ts';

/** Settings, commands, operator requests and the local chain. */
export const processErrors = {
  SETTING_UNKNOWN: define<{ name: string; suggestion?: string }>(
    ({ name, suggestion }) =>
      `${name} is not a Launchlens setting. ${suggestion ? `Did you mean ${suggestion}?` : 'Remove it, or see .env.example.'}`,
    { exit: 2 },
  ),
  SETTING_MALFORMED: define<WrongValue & MoreWrong>(
    ({ name, expected, others = [], unnamed = 0 }) =>
      [
        ...[{ name, expected }, ...others].map(
          (one) => `${one.name} is not valid. Set it to ${one.expected}.`,
        ),
        ...(unnamed > 0 ? [`${counted(unnamed, 'more setting is', 'more settings are')} not valid.`] : []),
      ].join(' '),
    { exit: 2 },
  ),
  SETTING_MISSING: define('{name} is not set, and `{command}` needs it: {remedy}.', { exit: 2 }),
  ENV_FILE_UNREADABLE: define('{path} cannot be read: {reason}.', { exit: 2 }),
  PORT_IN_USE: define('{host}:{port} is already in use. Set {setting} to a free port.', { exit: 2 }),
  SHUTDOWN_TIMED_OUT: define('Shutdown did not finish within {seconds} s. Still closing: {pending}.'),
  LOCAL_CHAIN_ENDED: define('The local chain stopped unexpectedly ({how}). Its own message is above.'),
  COMMAND_USAGE: define<{ detail: string }>(({ detail }) => detail, { exit: 2 }),
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
  LOCALNET_INVARIANT: define('The local chain contradicts itself: {detail}.'),
  LOCALNET_SLOT_FORGOTTEN: define('The local chain has slots {first} to {last}, not {slot}.', {
    status: 410,
  }),
  LOCALNET_RPC_REFUSED: define<{ code: number; message: string; data: unknown }>(({ message }) => message, {
    status: 400,
  }),
  LOCALNET_MESSAGE_MALFORMED: define('The transaction message cannot be read: {detail}.', { status: 400 }),
  LOCALNET_SVM_UNAVAILABLE: define<{ builds: readonly string[]; reason: string }>(
    ({ builds, reason }) =>
      `The local chain needs the Solana runtime from ${builds.join(' or ')}, which does not load on this machine: ${reason}. ` +
      'Run `npm ci` on a supported platform, or point the settings at another chain.',
    { exit: 2 },
  ),
};

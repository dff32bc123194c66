import { define } from './definition.ts';

export const localnetErrors = {
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

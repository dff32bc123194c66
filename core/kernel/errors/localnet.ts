import { define } from './definition.ts';

export const localnetErrors = {
  LOCALNET_INVARIANT: define<{ detail: string }>(
    ({ detail }) => `The local chain contradicts itself: ${detail}.`,
  ),
  LOCALNET_SLOT_FORGOTTEN: define<{ slot: bigint; first: bigint; last: bigint }>(
    ({ slot, first, last }) => `The local chain holds the slots ${first} to ${last}, not ${slot}.`,
    { status: 410 },
  ),
  LOCALNET_RPC_REFUSED: define<{ code: number; message: string; data: unknown }>(({ message }) => message, {
    status: 400,
  }),
  LOCALNET_MESSAGE_MALFORMED: define<{ detail: string }>(
    ({ detail }) => `The transaction message cannot be read: ${detail}.`,
    { status: 400 },
  ),
  LOCALNET_INSTRUCTION_FAILED: define<{ error: string | { readonly Custom: number } }>(
    ({ error }) =>
      `The instruction failed: ${typeof error === 'string' ? error : `custom error ${error.Custom}`}.`,
  ),
};

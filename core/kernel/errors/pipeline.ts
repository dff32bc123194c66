import { define } from './definition.ts';

export const pipelineErrors = {
  STREAM_REFUSED: define<{ detail: string }>(
    ({ detail }) =>
      `The Yellowstone server refuses the subscription: ${detail}; check YELLOWSTONE_ENDPOINT and YELLOWSTONE_X_TOKEN.`,
    { exit: 2 },
  ),
  CHAIN_BEHIND_STORE: define<{ stored: bigint; chain: bigint; store: string }>(
    ({ stored, chain, store }) =>
      `The index is at slot ${stored} but the chain is only at ${chain}: this looks like another or a restarted chain; give it another ${store}.`,
    { exit: 2 },
  ),
  SNAPSHOT_UNSTABLE: define<{ attempts: number }>(
    ({ attempts }) =>
      `The program's accounts could not be read at one slot in ${attempts} attempts, because launches kept appearing.`,
    { retryable: true },
  ),
};

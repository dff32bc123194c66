import { define } from './definition.ts';

export const pipelineErrors = {
  STREAM_REFUSED: define<{ detail: string }>(
    ({ detail }) =>
      `The Yellowstone server refused the subscription: ${detail}. Check YELLOWSTONE_ENDPOINT and YELLOWSTONE_X_TOKEN.`,
    { exit: 2 },
  ),
  CHAIN_BEHIND_STORE: define<{ stored: bigint; chain: bigint; store: string }>(
    ({ stored, chain, store }) =>
      `The index is at slot ${stored}, but the chain is only at ${chain}. This is probably another or a restarted chain: use another ${store} for it.`,
    { exit: 2 },
  ),
  SNAPSHOT_UNSTABLE: define<{ attempts: number }>(
    ({ attempts }) =>
      `The program's accounts could not be read at one slot in ${attempts} attempts, because new launches kept appearing. Try again.`,
    { retryable: true },
  ),
};

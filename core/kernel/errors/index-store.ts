import { define } from './definition.ts';

export const indexStoreErrors = {
  INDEX_IDENTITY_MISMATCH: define<{ name: string; stored: string; configured: string }>(
    ({ name, stored, configured }) =>
      `The index was built with ${name} ${stored}, not ${configured}. Restore the setting, or use another DATA_DIR or CLICKHOUSE_URL for the new value.`,
    { exit: 2 },
  ),
  INDEX_IDL_CHANGED: define<{ stored: string }>(
    ({ stored }) =>
      `The index was decoded with another version of the IDL (${stored.slice(0, 12)}). Run \`launchlens backfill redecode\`, which decodes the stored accounts again without the chain.`,
    { exit: 2 },
  ),
  WRITE_OUT_OF_ORDER: define<{ slot: bigint; head: bigint }>(
    ({ slot, head }) => `The writer received slot ${slot} after slot ${head}.`,
  ),
  MENDING_OUTDATED: define(
    () => 'A fork was rolled back while the index was compared with the chain. Nothing was repaired.',
    {
      retryable: true,
    },
  ),
  WRITER_CLOSED: define(() => 'The writer is closed and does not accept any more slots.'),
};

import { define } from './definition.ts';

export const indexStoreErrors = {
  INDEX_IDENTITY_MISMATCH: define<{ name: string; stored: string; configured: string }>(
    ({ name, stored, configured }) =>
      `The index was built with ${name} ${stored}, not ${configured}: restore the setting, or give the other one a DATA_DIR or CLICKHOUSE_URL of its own.`,
    { exit: 2 },
  ),
  INDEX_IDL_CHANGED: define<{ stored: string }>(
    ({ stored }) =>
      `The index was decoded by another IDL (${stored.slice(0, 12)}) than the one of this program: run \`launchlens backfill redecode\`, which reads its accounts anew without the chain.`,
    { exit: 2 },
  ),
  WRITE_OUT_OF_ORDER: define<{ slot: bigint; head: bigint }>(
    ({ slot, head }) => `Slot ${slot} came to the writer after slot ${head}.`,
  ),
  MENDING_OUTDATED: define(
    () => 'A fork died while the index was compared with the chain; nothing was repaired.',
    {
      retryable: true,
    },
  ),
  WRITER_CLOSED: define(() => 'The writer is closed and takes no more slots.'),
};

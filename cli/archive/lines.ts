import { z } from 'zod';
import { jsonInteger } from '../../core/kernel/u64.ts';
import type { ArchiveStep } from '../../indexer/archive/export.ts';
import type { Manifest } from '../../indexer/archive/manifest.ts';

/** The lines of an export or import; the report is the last one. */
export const archiveLine = z.union([
  z.strictObject({
    event: z.literal('progress'),
    phase: z.enum(['export', 'verify', 'load', 'check', 'upload', 'download']),
    table: z.string(),
    rows: z.int(),
    expected_rows: z.int(),
  }),
  z.strictObject({
    event: z.literal('report'),
    directory: z.string(),
    slot: z.int(),
    tables: z.int(),
    rows: z.int(),
    bytes: z.int(),
    seconds: z.number(),
  }),
]);

export type ArchiveLine = z.output<typeof archiveLine>;

/** The lines of a run, from its steps and the manifest that it returns. */
export async function* linesOf(
  steps: AsyncGenerator<ArchiveStep, Manifest>,
  { directory, now }: { directory: string; now: () => number },
): AsyncGenerator<ArchiveLine> {
  const startedAt = now();
  try {
    for (;;) {
      const { done, value } = await steps.next();
      if (done) {
        yield report(value, directory, (now() - startedAt) / 1000);
        return;
      }
      const { phase, table, rows, expected } = value;
      yield { event: 'progress', phase, table, rows, expected_rows: expected };
    }
  } finally {
    // A reader that stops ends the run, which then cleans up.
    await steps.return(undefined as never);
  }
}

function report({ checkpoint, tables }: Manifest, directory: string, seconds: number): ArchiveLine {
  const files = tables.flatMap((table) => table.files);
  return {
    event: 'report',
    directory,
    slot: Number(jsonInteger('slot', BigInt(checkpoint.slot))),
    tables: tables.length,
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    seconds,
  };
}

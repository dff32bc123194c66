import { z } from 'zod';
import { jsonInteger } from '../../core/kernel/u64.ts';
import type { ArchiveStep } from '../../indexer/archive/export.ts';
import type { Manifest } from '../../indexer/archive/manifest.ts';

/** What an export or import tells, line by line; the report is the last. */
export const archiveLine = z.union([
  z.strictObject({
    event: z.literal('progress'),
    phase: z.enum(['export', 'verify', 'load', 'check']),
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

/** The lines of a run, made of its steps and of the manifest that it returns. */
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
    // Whoever stops reading ends the run, which then cleans up behind itself.
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
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    seconds,
  };
}

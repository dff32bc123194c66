import { resolve } from 'node:path';
import { z } from 'zod';
import { parseU64 } from '../../core/kernel/u64.ts';
import type { Olap } from '../../core/olap/port.ts';
import { exportIndex } from '../../indexer/archive/export.ts';
import { type OperatorRoute, operatorRoute } from '../operator/command.ts';
import type { Session } from '../session.ts';
import { type ArchiveLine, linesOf } from './lines.ts';

export const EXPORT = 'export';

/** The input of an export that the process that holds the store runs. */
const exportInput = z.strictObject({
  /** An absolute path: the other process has another working directory. */
  directory: z.string().startsWith('/'),
  tables: z.array(z.string()).exactOptional(),
  since: z.string().startsWith('/').exactOptional(),
  as_of_slot: z
    .string()
    .regex(/^\d{1,20}$/)
    .exactOptional(),
});

export type ExportInput = z.output<typeof exportInput>;

export function exportRoute(session: Session, olap: Olap): OperatorRoute {
  return operatorRoute({
    name: EXPORT,
    input: exportInput,
    run: (input, signal) => exportLines(session, { olap, input, signal }),
  });
}

interface ExportRun {
  readonly olap: Olap;
  readonly input: ExportInput;
  readonly signal: AbortSignal;
}

export function exportLines(
  { clock, logger }: Session,
  { olap, input, signal }: ExportRun,
): AsyncGenerator<ArchiveLine> {
  const { tables, since, as_of_slot: asOfSlot } = input;
  const directory = resolve(input.directory);
  const steps = exportIndex({
    olap,
    directory,
    tables,
    since,
    asOfSlot: asOfSlot === undefined ? undefined : parseU64('--as-of-slot', asOfSlot),
    clock,
    logger,
    signal,
  });
  return linesOf(steps, { directory, now: () => clock.now() });
}

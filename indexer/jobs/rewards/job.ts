import { appendFile, rm } from 'node:fs/promises';
import { z } from 'zod';
import type { Clock } from '../../../core/kernel/clock.ts';
import { asOfNow } from '../../../core/ledger/ingest/future.ts';
import type { PlacedRow } from '../../../core/ledger/ingest/rows.ts';
import type { Rejection, RewardLedger } from '../../../core/ledger/port.ts';
import type { RewardEvent } from '../../../core/rules/rewards.ts';
import type {
  BackfillChunk,
  BackfillJob,
  ChunkContext,
  ChunkOutcome,
  ChunkSequence,
} from '../../backfill/job.ts';
import type { RewardFile } from './files.ts';

export interface RewardsJobOptions {
  readonly ledger: RewardLedger;
  readonly files: readonly RewardFile[];
  readonly clock: Clock;
  /** Who records the events, for display. */
  readonly by: string;
  readonly rowsPerChunk?: number;
}

const ROWS_PER_CHUNK = 20_000;

/** Rows that were not loaded, by reason. */
const rejectedSchema = z.strictObject({ malformed: z.int(), conflicts: z.int(), refused: z.int() });
type Rejected = z.output<typeof rejectedSchema>;

interface Reject {
  readonly line: number;
  readonly why: keyof Rejected;
  readonly reason: string;
}

/**
 * Loads files of reward events into the ledger. A row that cannot be loaded goes, with its line and the reason,
 * to a file next to its source; everything else is loaded.
 */
export function rewardsJob(options: RewardsJobOptions) {
  const { ledger, files, clock, by, rowsPerChunk = ROWS_PER_CHUNK } = options;
  const found = { malformed: 0, conflicts: 0, refused: 0 };
  const rejectFiles = new Set<string>();

  async function load(rows: readonly PlacedRow[], { dryRun, signal, advance }: ChunkContext) {
    const events: RewardEvent[] = [];
    const lines: number[] = [];
    const rejects: Reject[] = [];
    const now = clock.now();
    for (const { line, event, fault } of rows.map((row) => asOfNow(row, now))) {
      if (event) {
        events.push(event);
        lines.push(line);
      } else rejects.push({ line, why: 'malformed', reason: fault });
    }
    const outcome = await ledger.append(events, { by, dryRun, signal });
    const of = (why: 'conflicts' | 'refused', all: readonly Rejection[]): Reject[] =>
      all.map(({ index, reason }) => ({ line: lines[index] ?? 0, why, reason }));
    rejects.push(...of('conflicts', outcome.conflicts), ...of('refused', outcome.refused));
    advance(rows.length);
    return { outcome, rejects: rejects.toSorted((a, b) => a.line - b.line) };
  }

  function chunkOf(file: RewardFile, number: number, rows: readonly PlacedRow[]): BackfillChunk {
    return {
      key: `${file.sha256.slice(0, 16)}:${number}`,
      run: async (context): Promise<ChunkOutcome> => {
        const { outcome, rejects } = await load(rows, context);
        if (!context.dryRun) await writeRejects(rejectsOf(file), rejects, number === 0);
        return {
          read: rows.length,
          written: outcome.stored,
          unchanged: outcome.known,
          quarantined: rejects.length,
          detail: JSON.stringify(countsOf(rejects)),
        };
      },
    };
  }

  async function* chunks(): ChunkSequence {
    for (const file of files) {
      for await (const [number, rows] of stretches(file.rows(), rowsPerChunk)) {
        const outcome = yield chunkOf(file, number, rows);
        const rejected = rejectedSchema.parse(JSON.parse(outcome.detail ?? ''));
        for (const why of ['malformed', 'conflicts', 'refused'] as const) found[why] += rejected[why];
        if (outcome.quarantined > 0) rejectFiles.add(rejectsOf(file));
      }
    }
  }

  const job: BackfillJob<Record<string, never>> = {
    kind: 'rewards',
    definition: { files: files.map(({ sha256 }) => sha256) },
    unit: 'events',
    concurrency: 1,
    plan: z.strictObject({}),
    prepare: async () => ({}),
    sequences: () => [chunks()],
    finish: async () => ({ ...found, reject_files: [...rejectFiles] }),
  };
  return job;
}

/** Where rejected rows of a file go. */
function rejectsOf({ path }: RewardFile): string {
  return `${path}.rejects.ndjson`;
}

async function writeRejects(path: string, rejects: readonly Reject[], anew: boolean): Promise<void> {
  if (anew) await rm(path, { force: true });
  if (rejects.length === 0) return;
  await appendFile(path, rejects.map((reject) => `${JSON.stringify(reject)}\n`).join(''), { flush: true });
}

function countsOf(rejects: readonly Reject[]): Rejected {
  const count = (why: Reject['why']): number => rejects.filter((reject) => reject.why === why).length;
  return { malformed: count('malformed'), conflicts: count('conflicts'), refused: count('refused') };
}

async function* stretches(
  rows: AsyncIterable<PlacedRow>,
  most: number,
): AsyncGenerator<readonly [number: number, rows: readonly PlacedRow[]]> {
  let number = 0;
  let held: PlacedRow[] = [];
  for await (const row of rows) {
    held.push(row);
    if (held.length < most) continue;
    yield [number, held];
    number += 1;
    held = [];
  }
  if (held.length > 0) yield [number, held];
}

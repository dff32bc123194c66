import { z } from 'zod';
import type { Clock } from '../../core/kernel/clock.ts';
import { appendRow } from '../../core/olap/native/append-row.ts';
import { ColumnBlock } from '../../core/olap/native/column-block.ts';
import { type OlapLane, unsignedColumn } from '../../core/olap/port.ts';
import { BACKFILL_CHUNKS, CHUNK_STATE } from '../model/tables.ts';
import { type ChunkOutcome, gapSchema, NOTHING, toJson } from './job.ts';

/** The newest run of a job. */
export interface RecordedRun {
  /** From 1. */
  readonly run: number;
  readonly finished: boolean;
  /** The plan's JSON, as decided when the run began. */
  readonly plan: string;
  readonly done: ReadonlyMap<string, ChunkOutcome>;
}

/** The row with this chunk represents the run itself. */
const RUN = '';

const RUNS = `SELECT run, chunk, toString(state) AS state, read, written, unchanged, quarantined, gaps, detail
  FROM (SELECT * FROM backfill_chunks WHERE job_id = {job_id:String} ORDER BY run DESC, chunk, state DESC
    LIMIT 1 BY run, chunk)
  WHERE run = (SELECT max(run) FROM backfill_chunks WHERE job_id = {job_id:String})
  ORDER BY chunk`;

const count = unsignedColumn.transform(Number);
const gaps = z.string().transform(parsedGaps).pipe(z.array(gapSchema));
const chunkRow = z.object({
  run: z.int(),
  chunk: z.string(),
  state: z.enum(['started', 'done', 'finished']),
  read: count,
  written: count,
  unchanged: count,
  quarantined: count,
  gaps,
  detail: z.string(),
});

/** Undefined for text that is not JSON. */
function parsedGaps(text: string): unknown {
  try {
    return text === '' ? [] : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The record of one job's runs in `backfill_chunks`. */
export class ChunkLedger {
  readonly #lane: OlapLane;
  readonly #clock: Clock;
  readonly #job: { readonly id: string; readonly kind: string };

  constructor(lane: OlapLane, job: { readonly id: string; readonly kind: string }, clock: Clock) {
    this.#lane = lane;
    this.#job = job;
    this.#clock = clock;
  }

  async newestRun(signal: AbortSignal): Promise<RecordedRun | undefined> {
    const statement = { sql: RUNS, parameters: { job_id: this.#job.id }, signal };
    const done = new Map<string, ChunkOutcome>();
    let opened: z.output<typeof chunkRow> | undefined;
    for await (const rows of this.#lane.stream(statement, chunkRow)) {
      for (const row of rows) {
        if (row.chunk === RUN) opened = row;
        else done.set(row.chunk, row);
      }
    }
    if (!opened) return undefined;
    return { run: opened.run, finished: opened.state === 'finished', plan: opened.detail, done };
  }

  begin(run: number, plan: string): Promise<void> {
    return this.#write(run, RUN, 'started', { ...NOTHING, detail: plan });
  }

  /** Call once the chunk's rows are durable. */
  chunkDone(run: number, chunk: string, outcome: ChunkOutcome): Promise<void> {
    return this.#write(run, chunk, 'done', outcome);
  }

  finish(run: number, plan: string): Promise<void> {
    return this.#write(run, RUN, 'finished', { ...NOTHING, detail: plan });
  }

  async #write(
    run: number,
    chunk: string,
    state: keyof typeof CHUNK_STATE,
    { read, written, unchanged, quarantined, gaps = [], detail = '' }: ChunkOutcome,
  ): Promise<void> {
    const block = new ColumnBlock(BACKFILL_CHUNKS, { capacity: 8 });
    appendRow(block, {
      job_id: this.#job.id,
      run,
      chunk,
      kind: this.#job.kind,
      state: CHUNK_STATE[state],
      read,
      written,
      unchanged,
      quarantined,
      gaps: toJson(gaps),
      detail,
      at: BigInt(this.#clock.now()),
    });
    await this.#lane.insert('backfill_chunks', block);
  }
}

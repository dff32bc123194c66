import { basename } from 'node:path';
import { lesser } from '../../../core/rules/slot-ranges.ts';
import {
  type BackfillChunk,
  type BackfillJob,
  type ChunkSequence,
  type Finding,
  NOTHING,
  type RunView,
} from '../../backfill/job.ts';
import { checkpointBlock, newestCheckpoint } from '../../model/checkpoint.ts';
import { storedIdentity } from '../../model/identity.ts';
import { greatestRevision } from '../../write/resume/progress.ts';
import { CaptureDecoding } from './capture-decoding.ts';
import { clearingChunks } from './clearing.ts';
import { coverRanges } from './cover.ts';
import { type Extension, openExtension, pretendExtension } from './extension.ts';
import { readHeld } from './held-ranges.ts';
import {
  type CaptureJobOptions,
  type CapturePlan,
  capturePlan,
  type DoubtfulRange,
  extent,
  type Fill,
  findGaps,
  planFills,
} from './plan.ts';
import { PortionLoad } from './portion-load.ts';
import { type OpenedCaptures, requireCaptureOf } from './portions.ts';

/**
 * The steps of a run, in order. They are part of the job's identity: a run that an older version started with
 * other steps is not resumed, because its missing steps would never run. A new run starts, which changes nothing
 * that is correct.
 */
const STEPS = ['anchors', 'clear', 'load', 'cover followed escrows'];

/**
 * Loads captures into an index. Slots below the index's head are filled in where they are lost or below its first
 * one, while another process may write it, without changing answers at known slots. Slots above the checkpoint are loaded
 * as from the stream, if nobody else indexes. An empty index starts with the first snapshot.
 */
export function captureJob(options: CaptureJobOptions): BackfillJob<CapturePlan> {
  return new CaptureJob(options);
}

class CaptureJob implements BackfillJob<CapturePlan> {
  readonly kind = 'capture';
  readonly unit = 'updates';
  readonly concurrency = 1;
  readonly plan = capturePlan;
  readonly definition: BackfillJob<CapturePlan>['definition'];
  readonly #options: CaptureJobOptions;
  readonly #unwatched: DoubtfulRange[] = [];
  readonly #unfollowed: DoubtfulRange[] = [];
  #anchors = 0;

  constructor(options: CaptureJobOptions) {
    const { captures, wanted } = options;
    this.#options = options;
    this.definition = {
      files: captures.digests,
      from: wanted.from.toString(),
      to: wanted.to.toString(),
      steps: STEPS,
    };
  }

  /** @throws CAPTURE_FOREIGN if the index has another identity */
  async prepare(): Promise<CapturePlan> {
    const { olap, captures, wanted } = this.#options;
    const stored = await storedIdentity(olap.scanner);
    for (const { contents } of stored ? captures.portions : []) {
      requireCaptureOf(contents, stored ?? {}, 'the index has');
    }
    return planFills({ lane: olap.scanner, portions: captures.portions, wanted });
  }

  async *sequences(plan: CapturePlan, run: RunView): AsyncGenerator<ChunkSequence> {
    run.expect(recordsOf(this.#options.captures));
    yield this.#chunks(plan, run);
  }

  async *#chunks(plan: CapturePlan, run: RunView): ChunkSequence {
    const { captures, olap } = this.#options;
    const extension = await this.#extension(plan, run);
    const checkpoint = await newestCheckpoint(olap.scanner);
    const { revision = 0n } = checkpoint ?? {};
    const { held = [] } = checkpoint ? await readHeld(olap.scanner, checkpoint) : {};
    const anchored = (count: number): void => {
      this.#anchors += count;
    };
    const decodings = new Map<string, CaptureDecoding>();
    try {
      yield* clearingChunks({ ...this.#options, plan, revision, anchored, signal: run.signal });
      for (const [number, portion] of captures.portions.entries()) {
        const { file } = portion.contents;
        const decoding = decodings.get(file) ?? new CaptureDecoding(captures.identity.programId);
        decodings.set(file, decoding);
        const load = new PortionLoad({
          ...this.#options,
          plan,
          number,
          portion,
          decoding,
          revision,
          held,
          extension,
          anchored,
          signal: run.signal,
          cause: `backfill capture ${basename(file)}`,
          unwatched: (range, accounts) => this.#unwatched.push({ range, accounts }),
          unfollowed: (range, accounts) => this.#unfollowed.push({ range, accounts }),
        });
        yield* load.chunks();
      }
      yield this.#gapsChunk(plan);
    } finally {
      await extension?.close();
    }
  }

  /** The right to write above the checkpoint, if needed and nobody else has it. */
  async #extension(plan: CapturePlan, { dryRun }: RunView): Promise<Extension | undefined> {
    const { captures, wanted, extendable } = this.#options;
    const { last } = extent(captures);
    const reaches = lesser(last, wanted.to) > (plan.checkpoint?.slot ?? -1n);
    if (!extendable || (!reaches && plan.fills.length + plan.flows.length === 0)) return undefined;
    return dryRun ? pretendExtension(this.#options) : openExtension(this.#options);
  }

  #gapsChunk(plan: CapturePlan): BackfillChunk {
    return {
      key: 'gaps',
      run: async () => {
        const { olap } = this.#options;
        const doubtful = { unwatched: this.#unwatched, unfollowed: this.#unfollowed };
        const options = { ...this.#options, lane: olap.scanner, plan, ...doubtful };
        return { ...NOTHING, gaps: await findGaps(options) };
      },
    };
  }

  async finish(plan: CapturePlan, { dryRun }: RunView): Promise<Finding> {
    const { olap } = this.#options;
    const doubtful = new Set(this.#unwatched.map(({ range }) => range.from));
    const filled = plan.fills.filter(({ from }) => !doubtful.has(from));
    const checkpoint = await newestCheckpoint(olap.scanner);
    if (!dryRun && checkpoint) await this.#cover(plan, filled);
    return {
      ranges: filled.map(({ from, to }) => ({ from_slot: Number(from), to_slot: Number(to) })),
      anchors: this.#anchors,
    };
  }

  async #cover(plan: CapturePlan, filled: readonly Fill[]): Promise<void> {
    const { olap, clock, captures, extendable } = this.#options;
    const checkpoint = await newestCheckpoint(olap.scanner);
    const unfollowed = new Set(this.#unfollowed.map(({ range }) => range.from));
    const flows = plan.flows.filter(({ from }) => !unfollowed.has(from));
    if (!checkpoint || (filled.length === 0 && flows.length === 0)) return;
    const files = [...new Set(captures.portions.map(({ contents }) => basename(contents.file)))];
    const cause = `backfill capture ${files.join(', ')}`;
    await coverRanges({ olap, checkpoint, filled, flows, cause, clock });
    if (!extendable) return;
    // Readers refresh when the checkpoint moves; next to a running indexer it moves anyway.
    const revision = (await greatestRevision(olap.scanner)) + 1n;
    const moved = checkpointBlock({ ...checkpoint, revision }, captures.commitment, clock.now());
    await olap.writer.insert('checkpoints', moved);
  }
}

/** Account updates and transactions in the captures; for a truncated file, with its slots. */
function recordsOf({ portions }: OpenedCaptures): number {
  const files = new Set(portions.map(({ contents }) => contents));
  return [...files].reduce((sum, { footer, frames }) => {
    if (!footer) return frames.reduce((records, { head }) => records + head.records, sum);
    return sum + footer.accounts + footer.snapshot_accounts + footer.transactions;
  }, 0);
}

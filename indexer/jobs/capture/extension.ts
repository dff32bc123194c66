import type { OlapLane } from '../../../core/olap/port.ts';
import { type CurrentAccount, currentAccounts } from '../../model/account-states.ts';
import { newestCheckpoint } from '../../model/checkpoint.ts';
import type { SlotBuffer } from '../../model/slot-buffer.ts';
import type { BlockMeta } from '../../model/source.ts';
import { FlowRanges } from '../../pipeline/flow-ranges.ts';
import { prepareIndex } from '../../write/resume.ts';
import { Writer } from '../../write/writer.ts';
import type { CaptureJobOptions } from './plan.ts';

/** Slots above the checkpoint. */
export interface Extension {
  /** The last slot written. */
  readonly head: bigint | undefined;
  /** The index's state at its head. */
  current(signal: AbortSignal): Promise<Map<string, CurrentAccount>>;
  /** Writes the state at a slot that does not build on the head. */
  begin(through: BlockMeta, buffer: SlotBuffer, cause: string): Promise<void>;
  /** From the head on escrow activity is incomplete, until a state is written that does not build on it. */
  doubtFlows(): Promise<void>;
  append(meta: BlockMeta, buffer: SlotBuffer): Promise<void>;
  /** Resolves when everything passed so far is durable. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** @throws INDEX_IDENTITY_MISMATCH and the errors of the store */
export async function openExtension({
  captures: { identity, commitment },
  olap,
  clock,
  logger,
}: CaptureJobOptions): Promise<Extension> {
  const { start, flowsFrom } = await prepareIndex({ olap, identity, clock, logger });
  const writer = new Writer({ olap, clock, logger, commitment, start });
  return new IndexExtension(writer, olap.scanner, new FlowRanges(flowsFrom));
}

/** Only counts: nothing is written. */
export async function pretendExtension({ olap }: CaptureJobOptions): Promise<Extension> {
  const checkpoint = await newestCheckpoint(olap.scanner);
  let head = checkpoint?.slot;
  const move = async ({ slot }: BlockMeta): Promise<void> => {
    head = slot;
  };
  return {
    get head() {
      return head;
    },
    current: async (signal) => (checkpoint ? currentAccounts(olap.scanner, checkpoint, signal) : new Map()),
    begin: move,
    doubtFlows: async () => undefined,
    append: move,
    flush: async () => undefined,
    close: async () => undefined,
  };
}

/** Writes like the indexer: the checkpoint follows the rows. */
class IndexExtension implements Extension {
  readonly #writer: Writer;
  readonly #scanner: OlapLane;
  readonly #flows: FlowRanges;
  #head: bigint | undefined;

  constructor(writer: Writer, scanner: OlapLane, flows: FlowRanges) {
    this.#writer = writer;
    this.#scanner = scanner;
    this.#flows = flows;
    this.#head = writer.checkpoint?.slot;
  }

  get head(): bigint | undefined {
    return this.#head;
  }

  async current(signal: AbortSignal): Promise<Map<string, CurrentAccount>> {
    await this.#writer.flush();
    const { checkpoint } = this.#writer;
    return checkpoint ? currentAccounts(this.#scanner, checkpoint, signal) : new Map();
  }

  async begin(through: BlockMeta, buffer: SlotBuffer, cause: string): Promise<void> {
    const head = this.#head;
    const { slot, parentSlot } = through;
    const follows = head === undefined || parentSlot <= head;
    const lost = follows || slot === head + 1n ? undefined : { from: head + 1n, to: slot - 1n };
    const flows = this.#flows.splice(head, slot);
    this.#writer.heard(slot);
    await this.#writer.snapshot({ through, buffers: [buffer], slots: [through], lost, flows, cause });
    this.#head = slot;
  }

  async doubtFlows(): Promise<void> {
    const head = this.#head;
    if (head === undefined) return;
    const flows = this.#flows.end(head);
    const rollbackRevision = this.#writer.checkpoint?.rollbackRevision ?? 0n;
    if (flows.length > 0) await this.#writer.mend({ buffers: [], coverage: [], flows, rollbackRevision });
  }

  async append(meta: BlockMeta, buffer: SlotBuffer): Promise<void> {
    this.#writer.heard(meta.slot);
    await this.#writer.append({ meta, buffer });
    this.#head = meta.slot;
  }

  flush(): Promise<void> {
    return this.#writer.flush();
  }

  close(): Promise<void> {
    return this.#writer.close();
  }
}

import { z } from 'zod';
import type { Logger } from '../core/kernel/logger.ts';
import { hexColumn, type OlapLane, signedColumn, smallColumn, unsignedColumn } from '../core/olap/port.ts';
import { EVENT_IDENTITY, EVENT_SOURCE, INSTRUCTION_IDENTITY } from '../idl/anchor/transaction-columns.ts';
import type { CallSelection } from './decode/transactions/transaction-decoder.ts';
import { SlotBuffer } from './model/slot-buffer.ts';
import type { CallCodec, CallCodecs } from './write/call-codecs.ts';
import type { Writer } from './write/writer.ts';

export interface RedecodeCallsOptions {
  readonly scanner: OlapLane;
  readonly writer: Pick<Writer, 'mend' | 'checkpoint'>;
  readonly selection: CallSelection;
  readonly codecs: CallCodecs;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Rows written at once. */
const PORTION = 2_000;

const SHARED = `slot, transaction_index AS index, instruction_index AS outer, inner_index AS inner,
    hex(row.signature) AS signature, block_time AS time, hex(row.data) AS data`;
/** The rows that count, of those that did not decode. */
const undecodable = (table: string, identity: string, more: string): string => `SELECT ${SHARED}, ${more}
  FROM (SELECT * FROM ${table} ORDER BY ${identity}, revision DESC LIMIT 1 BY ${identity}) AS row
  WHERE undecodable != ''
  ORDER BY slot`;
const INSTRUCTIONS = undecodable(
  'program_instructions',
  INSTRUCTION_IDENTITY,
  'stack_height AS height, hex(row.accounts) AS accounts',
);
const EVENTS = undecodable(
  'program_events',
  EVENT_IDENTITY,
  'toString(source) AS source, event_index AS ordinal',
);

const shared = z.object({
  slot: unsignedColumn,
  index: smallColumn,
  outer: smallColumn,
  inner: smallColumn,
  signature: hexColumn,
  time: signedColumn.nullable(),
  data: hexColumn,
});
const instructionRow = shared.extend({ height: smallColumn, accounts: hexColumn });
const eventRow = shared.extend({ source: z.enum(['log', 'cpi']), ordinal: smallColumn });
type Row = z.output<typeof shared>;

const NOTHING = Buffer.alloc(0);

/** Writes again what a newer IDL explains of the instructions and events that earlier ones did not, as corrections. */
export async function redecodeCalls(options: RedecodeCallsOptions): Promise<void> {
  const { scanner, selection, codecs, signal, logger } = options;
  const corrections = new Corrections(options.writer);
  let explained = 0;
  for await (const rows of scanner.stream({ sql: INSTRUCTIONS, signal }, instructionRow)) {
    for (const row of rows) {
      const type = selection.instructions.typeOf(row.data)?.name ?? '';
      if (!reads(codecs.instruction.get(type), row)) continue;
      const [name, undecodable] = [Buffer.from(type), NOTHING];
      corrections.of(row).calls.addInstruction(row, { ...row, type: name, undecodable });
      explained += 1;
      await corrections.flushFull();
    }
  }
  for await (const rows of scanner.stream({ sql: EVENTS, signal }, eventRow)) {
    for (const row of rows) {
      const type = selection.events.typeOf(row.data)?.name ?? '';
      if (!reads(codecs.event.get(type), row)) continue;
      const [name, source, undecodable] = [Buffer.from(type), EVENT_SOURCE[row.source], NOTHING];
      corrections.of(row).calls.addEvent(row, { ...row, type: name, source, undecodable });
      explained += 1;
      await corrections.flushFull();
    }
  }
  await corrections.flush();
  logger.info({ explained }, 'decoded instructions and events anew by the new IDL');
}

function reads(codec: CallCodec | undefined, { data }: Row): boolean {
  return codec?.decode(data).kind === 'decoded';
}

/** Rows of known slots that are written again, a portion at a time. */
class Corrections {
  readonly #writer: RedecodeCallsOptions['writer'];
  #buffers = new Map<bigint, SlotBuffer>();
  /** Unix seconds. */
  readonly #times = new Map<SlotBuffer, bigint | undefined>();
  #rows = 0;

  constructor(writer: RedecodeCallsOptions['writer']) {
    this.#writer = writer;
  }

  /** The buffer of the row's slot, with the time of its block. */
  of({ slot, time }: Row): SlotBuffer {
    this.#rows += 1;
    const known = this.#buffers.get(slot);
    if (known) return known;
    const buffer = new SlotBuffer();
    this.#buffers.set(slot, buffer);
    this.#times.set(buffer, time ?? undefined);
    return buffer;
  }

  async flushFull(): Promise<void> {
    if (this.#rows >= PORTION) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.#rows === 0) return;
    for (const [buffer, time] of this.#times) buffer.setBlockTime(time);
    const rollbackRevision = this.#writer.checkpoint?.rollbackRevision ?? 0n;
    await this.#writer.mend({ buffers: [...this.#buffers.values()], coverage: [], rollbackRevision });
    this.#buffers = new Map();
    this.#times.clear();
    this.#rows = 0;
  }
}

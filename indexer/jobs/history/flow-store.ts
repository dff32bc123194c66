import type { Clock } from '../../../core/kernel/clock.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { pubkeyBytes } from '../../../core/kernel/pubkey.ts';
import { ColumnBlock } from '../../../core/olap/native/column-block.ts';
import type { Olap } from '../../../core/olap/port.ts';
import { type EscrowFlow, escrowFlows, type FlowRules } from '../../decode/escrow-flows.ts';
import { writeFlow } from '../../decode/flows/write-flow.ts';
import type { KnownLaunch } from '../../model/known-launch.ts';
import { ESCROW_FLOWS } from '../../model/tables.ts';
import type { LedgerTransaction } from '../../source/rpc/ledger/transaction.ts';
import { persistentInsert } from '../../write/persistent-insert.ts';
import type { TransactionRef } from './page.ts';
import { type SlotRange, within } from './ranges.ts';
import { flowsText, storedFlowTexts } from './stored-flows.ts';

export interface FlowStoreOptions {
  readonly olap: Pick<Olap, 'writer' | 'scanner'>;
  readonly programId: string;
  /** Ranges in which every movement is known already. */
  readonly known: readonly SlotRange[];
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface ToldTransaction extends LedgerTransaction {
  readonly ref: TransactionRef;
}

/** What became of the movements of a page of transactions. */
export interface Kept {
  /** Rows. */
  readonly written: number;
  readonly unchanged: number;
  /** Transactions in known ranges that were not there. */
  readonly missed: number;
  readonly differing: readonly TransactionRef[];
}

const { byName } = ESCROW_FLOWS;

/**
 * Puts the movements of past transactions beside those that the stream told, by the same rules. What stands is never
 * written again. In a range that the stream knows nothing that stands is replaced, and nothing is added from a
 * transaction of which the node does not have all; elsewhere the last word is that of this read.
 */
export class FlowStore {
  readonly #options: FlowStoreOptions;
  readonly #program: Uint8Array;

  constructor(options: FlowStoreOptions) {
    this.#options = options;
    this.#program = pubkeyBytes(options.programId);
  }

  async keep(
    launch: KnownLaunch,
    told: readonly ToldTransaction[],
    { signal, dryRun }: { readonly signal: AbortSignal; readonly dryRun: boolean },
  ): Promise<Kept> {
    if (told.length === 0) return { written: 0, unchanged: 0, missed: 0, differing: [] };
    const stored = await storedFlowTexts(this.#options.olap.scanner, launch.launchId, rangeOf(told), signal);
    const rules = this.#rulesFor(launch);
    const block = new ColumnBlock(ESCROW_FLOWS);
    const replaced: ToldTransaction[] = [];
    const differing: TransactionRef[] = [];
    let unchanged = 0;
    let missed = 0;
    for (const one of told) {
      const flows = escrowFlows(one.transaction, rules);
      const held = stored.get(Buffer.from(one.transaction.signature).toString('hex')) ?? '';
      if (held === flowsText(flows, one.blockTime)) {
        unchanged += flows.length;
        continue;
      }
      const known = within(this.#options.known, one.ref.slot);
      if (known && (held !== '' || !one.complete)) {
        differing.push(one.ref);
        continue;
      }
      if (known) missed += 1;
      if (held !== '') replaced.push(one);
      for (const flow of flows) addFlow(block, one, flow);
    }
    if (!dryRun) await this.#write(launch, { block, replaced }, signal);
    return { written: block.rows, unchanged, missed, differing };
  }

  async #write(
    { launchId }: KnownLaunch,
    { block, replaced }: { readonly block: ColumnBlock; readonly replaced: readonly ToldTransaction[] },
    signal: AbortSignal,
  ): Promise<void> {
    const { olap, clock, logger } = this.#options;
    for (const { transaction } of replaced) {
      const signature = Buffer.from(transaction.signature).toString('hex');
      await olap.writer.command({
        sql: `DELETE FROM escrow_flows
          WHERE launch_id = {launch_id:UInt64} AND slot = {slot:UInt64} AND signature = unhex({signature:String})`,
        parameters: { launch_id: launchId, slot: transaction.slot, signature },
      });
    }
    if (block.rows === 0) return;
    const context = { lane: olap.writer, clock, logger, lastTry: signal, deadline: signal };
    await persistentInsert('escrow_flows', block, context);
  }

  /** Of one launch alone: a transaction that moves the tokens of two is read once for each. */
  #rulesFor({ launchId, escrowTokenAccount }: KnownLaunch): FlowRules {
    const escrow = pubkeyBytes(escrowTokenAccount);
    return {
      programId: this.#program,
      launchOf: (key) => (Buffer.compare(key, escrow) === 0 ? launchId : undefined),
    };
  }
}

/** Rows of revision 0: a row that the stream tells always counts before them. */
function addFlow(block: ColumnBlock<keyof typeof byName>, told: ToldTransaction, flow: EscrowFlow): void {
  writeFlow({ escrowFlows: block }, told.transaction, flow);
  if (told.blockTime !== undefined) block.setI64(byName.block_time, block.rows - 1, told.blockTime);
}

function rangeOf(told: readonly ToldTransaction[]): SlotRange {
  const slots = told.map(({ ref }) => ref.slot).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return { from: slots[0] ?? 0n, to: slots.at(-1) ?? 0n };
}

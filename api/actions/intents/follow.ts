import type { Clock } from '../../../core/kernel/clock.ts';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { repeat } from '../../../core/kernel/retries.ts';
import type { Commitment } from '../../../core/kernel/settings/schema.ts';
import { unlessQuiet } from '../../../core/oltp/quiet.ts';
import type { SignatureStatus, TransactionChain } from '../../read/chain/transactions.ts';
import type { Mirror } from '../../read/mirror.ts';
import type { Intents, Submitted } from '../../state/intents/intents.ts';
import type { Measured } from '../measures.ts';
import { decodedOf, explainError } from '../transactions/decode.ts';
import { readTransaction } from '../transactions/message.ts';
import type { KnownProgram } from '../transactions/programs.ts';

export const INTENT_MEASURES = {
  prefix: 'launchlens_intents',
  states: ['waiting'],
  counts: ['confirmed', 'failed', 'expired', 'resent', 'watchFailures'],
} as const;

type IntentMeasures = Measured<typeof INTENT_MEASURES>;

export interface FollowContext {
  readonly intents: Intents;
  /** Undefined if no node is configured: then nothing is submitted either. */
  readonly chain: TransactionChain | undefined;
  readonly mirror: Pick<Mirror, 'stampAt'>;
  readonly commitment: Commitment;
  readonly known: () => Promise<KnownProgram | undefined>;
  readonly clock: Clock;
}

/** The state of node and index, read before the statuses that it is compared with. */
interface Look {
  readonly blockHeight: bigint;
  /** Undefined while the index is empty. */
  readonly indexedSlot: bigint | undefined;
}

const PAGE = 100;

/**
 * Checks every submitted intent once. One is confirmed, or failed, when its transaction is in a block at the index's
 * commitment and the index has that slot, so that the result can be read. One whose blockhash has expired and that is in
 * no block never will be.
 * @throws CHAIN_UNREADABLE and those of the store
 */
export async function followSubmitted(
  context: FollowContext,
  stats: IntentMeasures,
  signal: AbortSignal,
): Promise<void> {
  const { intents, chain } = context;
  let waiting = 0;
  for (let after = ''; !signal.aborted; ) {
    const page = await intents.submitted({ after, limit: PAGE });
    if (page.length > 0 && chain) waiting += await checkPage({ ...context, chain }, stats, page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) break;
    after = last.intent.id;
  }
  stats.waiting = waiting;
}

type WithChain = FollowContext & { readonly chain: TransactionChain };

async function checkPage(
  context: WithChain,
  stats: IntentMeasures,
  page: readonly Submitted[],
): Promise<number> {
  // The height is read first: a transaction that landed up to it is among the statuses read after it.
  const look = { blockHeight: await context.chain.blockHeight(), indexedSlot: await indexedSlot(context) };
  const statuses = await context.chain.statuses(page.map(({ intent }) => intent.signature ?? ''));
  let waiting = 0;
  for (const [at, submitted] of page.entries()) {
    if (await check(context, { submitted, look, stats, status: statuses[at] })) continue;
    waiting += 1;
  }
  return waiting;
}

interface Checking {
  readonly submitted: Submitted;
  readonly status: SignatureStatus | undefined;
  readonly look: Look;
  readonly stats: IntentMeasures;
}

/** False while it has to wait. */
async function check(context: WithChain, { submitted, status, look, stats }: Checking): Promise<boolean> {
  const { intents, clock, chain } = context;
  const { id, lastValidBlockHeight = 0n } = submitted.intent;
  const at = clock.now();
  if (status === undefined) {
    if (look.blockHeight <= lastValidBlockHeight) {
      stats.resent += 1;
      await chain.send(submitted.signedTransaction);
      return false;
    }
    const reason = 'its blockhash is past and the transaction is in no block';
    if (await intents.moves.expire(id, { at, movedBy: 'chain', reason })) stats.expired += 1;
    return true;
  }
  const { slot, error } = status;
  if (!reached(status, context.commitment)) return false;
  if (look.indexedSlot === undefined || look.indexedSlot < slot) return false;
  if (error === null) {
    if (await intents.moves.confirm(id, slot, { at, movedBy: 'chain' })) stats.confirmed += 1;
    return true;
  }
  const reason = await textOf(context, submitted, error);
  if (await intents.moves.fail(id, slot, { at, movedBy: 'chain', reason })) stats.failed += 1;
  return true;
}

function reached({ commitment }: SignatureStatus, wanted: Commitment): boolean {
  return commitment === 'finalized' || commitment === wanted;
}

async function textOf(
  { known }: WithChain,
  { signedTransaction }: Submitted,
  error: unknown,
): Promise<string> {
  const message = readTransaction(signedTransaction)?.message;
  const aids = { known: await known(), made: [] };
  const instructions = message ? decodedOf(message, aids) : [];
  return explainError(error, { instructions, known: aids.known });
}

async function indexedSlot({ mirror }: FollowContext): Promise<bigint | undefined> {
  try {
    return (await mirror.stampAt(undefined)).slot;
  } catch (error) {
    if (isLaunchlensError(error, 'MIRROR_NOT_READY')) return undefined;
    throw error;
  }
}

export interface IntentWatchOptions {
  readonly context: FollowContext;
  readonly stats: IntentMeasures;
  readonly logger: Logger;
  readonly everyMs?: number;
  readonly signal: AbortSignal;
}

const EVERY_MS = 1_000;
const BACKOFF = { initialMs: 1_000, maximumMs: 30_000 };
/** Overdue intents moved per check; the others wait for the next. */
const MOST_OVERDUE = 500;

/** Follows intents until the signal aborts. Failures are retried. */
export function watchIntents(options: IntentWatchOptions): Promise<void> {
  const { context, stats, logger, signal, everyMs = EVERY_MS } = options;
  const { clock, intents } = context;
  const nextAt = async () => (stats.waiting ? Number.NEGATIVE_INFINITY : intents.nextOverdueAt());
  const quietly = unlessQuiet(intents, nextAt);
  const look = async (): Promise<undefined> => {
    await expireOverdue(options);
    await followSubmitted(context, stats, signal);
  };
  return repeat(() => quietly(clock.now(), look), {
    ...{ clock, logger, signal, everyMs, backoff: BACKOFF },
    saying: 'following intents failed and is tried again',
    onFailure: () => {
      stats.watchFailures += 1;
    },
  });
}

async function expireOverdue({ context, stats, signal }: IntentWatchOptions): Promise<void> {
  const { intents, clock } = context;
  for (const id of await intents.overdue(clock.now(), MOST_OVERDUE)) {
    if (signal.aborted) return;
    const step = { at: clock.now(), movedBy: 'time', reason: 'nobody submitted it in time' } as const;
    if (await intents.moves.expire(id, step)) stats.expired += 1;
  }
}

import { z } from 'zod';
import { createOperatorActions } from '../../api/state/operator-actions.ts';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { ledgerDigest } from '../../core/ledger/digest.ts';
import { ledgerReach } from '../../core/ledger/reach.ts';
import { storedEvents } from '../../core/ledger/stored.ts';
import { unpricedRecords } from '../../core/ledger/unpriced.ts';
import { isFeeShare, type RewardEvent, SUMMED_PROGRAMS } from '../../core/rules/rewards.ts';
import { order } from '../operator/order.ts';
import { type JsonValue, operatorGiven } from '../operator/protocol.ts';
import { check } from './check.ts';
import { load, loadInput } from './load.ts';
import type { RewardParts } from './parts.ts';

const u64 = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);

const given = { by: operatorGiven };

const priceInput = z.strictObject({
  ...given,
  program: z.enum(SUMMED_PROGRAMS),
  /** Base units for each record. */
  per_record: u64,
  /** Only records that accrued at or before this moment, in milliseconds. */
  until: z.int(),
  dry_run: z.boolean(),
});

const reviewInput = z.strictObject({
  ...given,
  kind: z.enum(['held', 'released', 'voided']),
  records: z.array(u64).min(1).max(10_000),
  reason: z.string().min(1).max(500),
});

const digestInput = z.strictObject({ revision: u64.exactOptional(), at: z.int().exactOptional() });

type Lines = AsyncGenerator<JsonValue>;

/** Sets the amount of every record of a programme that has none. A second run prices what has accrued since. */
export async function* price(
  parts: RewardParts,
  { program, per_record: amount, until, dry_run: dryRun, by }: z.output<typeof priceInput>,
  signal: AbortSignal,
): Lines {
  const { olap, ledger, session } = parts;
  const before = await parts.preMint(signal);
  if (before) throw new LaunchlensError('REWARD_PRICING_BEFORE_MINT', {});
  const { revision } = await ledgerReach(olap.reader, signal);
  const at = session.clock.now();
  const details = { program, per_record: amount.toString(), until: new Date(until).toISOString() };
  // Before the first price, so that a process that dies leaves no price without its command. All prices have this time.
  if (!dryRun) await note(parts, { at, by, action: 'rewards price', details });
  let records = 0n;
  for await (const ids of unpricedRecords(olap.scanner, { program, until, revision, signal })) {
    const events = ids.map((recordId): RewardEvent => ({ kind: 'priced', recordId, at, amount }));
    const { stored, conflicts, refused } = await ledger.append(events, { by, dryRun, signal });
    records += BigInt(stored);
    const [rejected] = [...refused, ...conflicts];
    if (rejected) {
      const { event, reason } = rejected;
      throw new LaunchlensError('REWARD_PRICING_REFUSED', { recordId: event.recordId, reason, records });
    }
    yield { priced: records.toString() };
  }
  const total = (records * amount).toString();
  yield {
    ...details,
    records: records.toString(),
    total,
    dry_run: dryRun,
    fee_share: isFeeShare(program),
    at: new Date(at).toISOString(),
  };
}

/** Holds, releases or voids all named records, or none of them. */
export async function* review(
  parts: RewardParts,
  { kind, records, reason, by }: z.output<typeof reviewInput>,
  signal: AbortSignal,
): Lines {
  const { olap, ledger, session } = parts;
  const { revision } = await ledgerReach(olap.reader, signal);
  const known = await storedEvents(olap.reader, new Set(records), { revision, signal });
  const accrued = new Set(known.filter((event) => event.kind === 'accrued').map((event) => event.recordId));
  const unknown = records.find((recordId) => !accrued.has(recordId));
  if (unknown !== undefined) throw new LaunchlensError('REWARD_RECORD_UNKNOWN', { recordId: unknown });
  const at = session.clock.now();
  const events = records.map((recordId): RewardEvent => ({ kind, recordId, at, reason }));
  const outcome = await ledger.append(events, { by, whole: true, signal });
  const details = { records: records.map(String), reason };
  await note(parts, { at, by, action: `rewards ${kind}`, details });
  yield {
    kind,
    ...details,
    at: new Date(at).toISOString(),
    ledger_revision: outcome.revision.toString(),
  };
}

/** The digest of the ledger. */
export async function* digest(
  { olap }: Pick<RewardParts, 'olap'>,
  bound: z.output<typeof digestInput>,
  signal: AbortSignal,
): Lines {
  const found = await ledgerDigest(olap.scanner, bound, signal);
  const { revision, at, indexedSlot, events, digest: sum } = found;
  yield {
    ledger_revision: revision.toString(),
    at: at === undefined ? null : new Date(at).toISOString(),
    indexed_slot: indexedSlot?.toString() ?? null,
    events: events.toString(),
    digest: sum,
  };
}

interface Note {
  readonly at: number;
  readonly by: string;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

async function note({ decisions }: RewardParts, { by, ...action }: Note): Promise<void> {
  if (decisions) await createOperatorActions(await decisions()).record({ ...action, operator: by });
}

const line = z.json();

/** The reward orders. Each runs in the process that holds the store. */
export const REWARD_ORDERS = {
  price: order({ name: 'rewards-price', input: priceInput, line, run: price }),
  review: order({ name: 'rewards-review', input: reviewInput, line, run: review }),
  digest: order({ name: 'rewards-digest', input: digestInput, line, run: digest }),
  check: order({
    name: 'rewards-check',
    input: z.strictObject({}),
    line,
    run: (parts: RewardParts, _, signal) => check(parts, signal),
  }),
  load: order({ name: 'backfill-rewards', input: loadInput, line, run: load }),
};

import { type Accrued, isFeeShare, isSummed, type RewardEvent } from '../rules/rewards.ts';
import type { Rejection } from './port.ts';

/** A row for the table by wallet. */
export interface OwnedEvent {
  readonly event: RewardEvent;
  readonly owner: Pick<Accrued, 'program' | 'wallet'>;
}

/** What to do with a batch. */
export interface Classified {
  readonly fresh: readonly RewardEvent[];
  /** New events whose record has accrued, and older events of records that accrue with this batch. */
  readonly owned: readonly OwnedEvent[];
  readonly known: number;
  readonly conflicts: readonly Rejection[];
  readonly refused: readonly Rejection[];
}

/** @param stored all events of the records that the batch names */
export function classify(
  batch: readonly RewardEvent[],
  stored: readonly RewardEvent[],
  preMint: boolean,
): Classified {
  const sorter = new Sorter(stored, preMint);
  // A record's `accrued` event determines what the batch's other events of it mean, wherever it is in the batch.
  batch.forEach((event, index) => {
    if (event.kind === 'accrued') sorter.take(event, index);
  });
  batch.forEach((event, index) => {
    if (event.kind !== 'accrued') sorter.take(event, index);
  });
  return sorter.result();
}

class Sorter {
  readonly #stored: readonly RewardEvent[];
  readonly #preMint: boolean;
  readonly #held = new Map<string, RewardEvent>();
  readonly #owners = new Map<bigint, Accrued>();
  readonly #fresh: RewardEvent[] = [];
  readonly #conflicts: Rejection[] = [];
  readonly #refused: Rejection[] = [];
  #known = 0;

  constructor(stored: readonly RewardEvent[], preMint: boolean) {
    this.#stored = stored;
    this.#preMint = preMint;
    for (const event of stored) this.#hold(event);
  }

  take(event: RewardEvent, index: number): void {
    const held = this.#held.get(identityOf(event));
    if (held) {
      const reason = contradiction(held, event);
      if (reason === undefined) this.#known += 1;
      else this.#conflicts.push({ index, event, reason });
      return;
    }
    const owner = this.#owners.get(event.recordId);
    if (event.kind === 'accrued' && owner) {
      const reason = `the record accrued at ${new Date(owner.at).toISOString()} already`;
      this.#conflicts.push({ index, event, reason });
      return;
    }
    if (owner && !isSummed(owner.program) && (event.kind === 'priced' || event.kind === 'paid')) {
      const reason = `records of programme ${owner.program} are never ${event.kind}`;
      this.#conflicts.push({ index, event, reason });
      return;
    }
    const early = this.#preMint ? beforeMint(event, owner) : undefined;
    if (early !== undefined) {
      this.#refused.push({ index, event, reason: early });
      return;
    }
    const premature = event.kind === 'priced' && this.#preMint && !owner;
    const fresh = premature ? { ...event, premature } : event;
    this.#fresh.push(fresh);
    this.#hold(fresh);
  }

  result(): Classified {
    const accruing = new Set(this.#fresh.filter(({ kind }) => kind === 'accrued').map((one) => one.recordId));
    const older = this.#stored.filter(({ recordId }) => accruing.has(recordId));
    return {
      fresh: this.#fresh,
      owned: [...older, ...this.#fresh].flatMap((event) => {
        const owner = this.#owners.get(event.recordId);
        return owner ? [{ event, owner }] : [];
      }),
      known: this.#known,
      conflicts: inOrder(this.#conflicts),
      refused: inOrder(this.#refused),
    };
  }

  #hold(event: RewardEvent): void {
    this.#held.set(identityOf(event), event);
    if (event.kind === 'accrued') this.#owners.set(event.recordId, event);
  }
}

/** Why an event is not possible before the mint; undefined if it is possible. */
function beforeMint(event: RewardEvent, owner: Accrued | undefined): string | undefined {
  if (event.kind === 'paid') return 'nothing is paid before the mint';
  const feeShare = event.kind === 'priced' && owner !== undefined && isFeeShare(owner.program);
  return feeShare ? `nothing of programme ${owner.program} is priced before the mint` : undefined;
}

function identityOf({ recordId, kind, at }: RewardEvent): string {
  return `${recordId} ${kind} ${at}`;
}

function inOrder(rejections: readonly Rejection[]): readonly Rejection[] {
  return rejections.toSorted((a, b) => a.index - b.index);
}

/** How the ledger contradicts the event; undefined if it agrees. */
function contradiction(held: RewardEvent, event: RewardEvent): string | undefined {
  const [ours, theirs] = [contentOf(held), contentOf(event)];
  // Only settlement states the amount of a payment, so a row without an amount contradicts nothing.
  const untold = (key: string): boolean =>
    held.kind === 'paid' && (ours[key] === undefined || theirs[key] === undefined);
  const name = Object.keys(ours).find((key) => ours[key] !== theirs[key] && !untold(key));
  return name && `${name} is ${shown(ours[name])} in the ledger`;
}

/** The content of an event besides its identity, by the field names of the wire format. */
function contentOf(event: RewardEvent): Record<string, bigint | string | undefined> {
  switch (event.kind) {
    case 'accrued':
      return { program: event.program, wallet: event.wallet, amount_base_units: event.amount };
    case 'priced':
      return { amount_base_units: event.amount };
    case 'paid':
      return { tx_signature: event.txSignature, amount_base_units: event.amount };
    default:
      return { reason: event.reason };
  }
}

function shown(value: bigint | string | undefined): string {
  if (value === undefined) return 'null';
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}

import { launchStatus } from '../../core/rules/phase.ts';
import { escrowRequired, type RefundablePledge } from '../../core/rules/refunds.ts';
import { TOKEN_ACCOUNT } from '../../idl/spl-token.ts';
import { type LaunchTerms, launchTerms, pledgeTerms } from './launch-keys.ts';

/** What must be true of the accounts of one launch at one slot. */
const ESCROW_INVARIANTS = [
  /** Σ amount of the Pledges = `total_pledged`. */
  'sum_of_pledges',
  /** Number of Pledges = `pledger_count`. */
  'pledger_count',
  /** The escrow has at least the un-refunded pledges; once finalized it owes nothing. */
  'escrow_balance',
] as const;
export type EscrowInvariant = (typeof ESCROW_INVARIANTS)[number];

/** The totals of one launch. */
export interface LaunchCheck {
  readonly launchId: bigint;
  readonly status: string;
  readonly broken: readonly EscrowInvariant[];
  readonly sumOfPledges: bigint;
  readonly totalPledged: bigint;
  readonly pledges: number;
  readonly pledgerCount: number;
  /** 0 if the token account does not exist. */
  readonly escrowBalance: bigint;
  readonly escrowRequired: bigint;
  /** The escrow's surplus, of unknown origin: anyone can send tokens to it. */
  readonly surplus: bigint;
}

interface Pledged {
  sum: bigint;
  refunded: bigint;
  count: number;
}

/** Adds up the accounts of one reading by launch. */
export class EscrowLedger {
  readonly #launches: LaunchTerms[] = [];
  readonly #pledged = new Map<bigint, Pledged>();
  readonly #balances = new Map<string, bigint>();

  /** The data of an account of the program. */
  add(data: Buffer): void {
    const launch = launchTerms(data);
    if (launch) this.#launches.push(launch);
    const pledge = pledgeTerms(data);
    if (!pledge) return;
    const entry = this.#pledged.get(pledge.launchId) ?? { sum: 0n, refunded: 0n, count: 0 };
    entry.sum += pledge.amount;
    if (pledge.refunded) entry.refunded += pledge.amount;
    entry.count += 1;
    this.#pledged.set(pledge.launchId, entry);
  }

  /** The data of an account outside the program; undefined if it does not exist. */
  outside(key: string, data: Buffer | undefined): void {
    const at = TOKEN_ACCOUNT.amountAt;
    if (data && data.length >= TOKEN_ACCOUNT.size) this.#balances.set(key, data.readBigUInt64LE(at));
  }

  /** By ascending launch id. */
  checks(): LaunchCheck[] {
    return this.#launches
      .map((launch) => this.#check(launch))
      .sort((a, b) => (a.launchId < b.launchId ? -1 : a.launchId > b.launchId ? 1 : 0));
  }

  #check({ launchId, status: code, totalPledged, pledgerCount, escrow }: LaunchTerms): LaunchCheck {
    const { sum, refunded, count } = this.#pledged.get(launchId) ?? { sum: 0n, refunded: 0n, count: 0 };
    const status = launchStatus(code);
    const pledges: readonly RefundablePledge[] = [
      { amount: sum - refunded, refunded: false },
      { amount: refunded, refunded: true },
    ];
    const required = escrowRequired(status, pledges);
    const balance = this.#balances.get(escrow) ?? 0n;
    const holds: Readonly<Record<EscrowInvariant, boolean>> = {
      sum_of_pledges: sum === totalPledged,
      pledger_count: count === pledgerCount,
      escrow_balance: balance >= required,
    };
    return {
      launchId,
      status,
      broken: ESCROW_INVARIANTS.filter((name) => !holds[name]),
      sumOfPledges: sum,
      totalPledged,
      pledges: count,
      pledgerCount,
      escrowBalance: balance,
      escrowRequired: required,
      surplus: balance > required ? balance - required : 0n,
    };
  }
}

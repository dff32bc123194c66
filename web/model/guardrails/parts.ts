/** The parts of an owner's control as in REST, amounts as integers. */

export interface Policy {
  readonly allowed_tools: readonly string[] | null;
  readonly denied_tools: readonly string[];
  readonly allowed_mints: readonly string[] | null;
  readonly allowed_venues: readonly string[] | null;
  readonly counterparties_only: boolean;
}

export interface Limit {
  readonly mint: string;
  /** Base units; null means no limit. */
  readonly per_intent: bigint | null;
  readonly per_day: bigint | null;
}

export interface Counterparty {
  readonly address: string;
  readonly label: string;
}

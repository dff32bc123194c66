import type { Pubkey } from '../kernel/pubkey.ts';
import type { Move } from './moves.ts';

/** What agents may do with a wallet at all. A null list allows everything of its kind. */
export interface WalletPolicy {
  readonly allowedTools: readonly string[] | null;
  /** Takes precedence over allowed tools. */
  readonly deniedTools: readonly string[];
  readonly allowedMints: readonly Pubkey[] | null;
  readonly allowedVenues: readonly string[] | null;
  /** Whether tokens may only go to registered counterparties. */
  readonly counterpartiesOnly: boolean;
}

export const OPEN_POLICY: WalletPolicy = {
  allowedTools: null,
  deniedTools: [],
  allowedMints: null,
  allowedVenues: null,
  counterpartiesOnly: false,
};

/** A policy with the counterparties that it refers to. */
export interface PolicyTerms {
  readonly policy: WalletPolicy;
  readonly counterparties: readonly Pubkey[];
}

export interface PolicyBreach {
  readonly of: 'tool' | 'mint' | 'venue' | 'counterparty';
  readonly name: string;
}

/** The first thing about a call that the policy forbids. @param move undefined if nothing would move */
export function policyBreach(
  { policy, counterparties }: PolicyTerms,
  tool: string,
  move: Move | undefined,
): PolicyBreach | undefined {
  if (!allows(policy.allowedTools, tool) || policy.deniedTools.includes(tool)) {
    return { of: 'tool', name: tool };
  }
  if (move === undefined) return undefined;
  const mint = move.outflows.find((outflow) => !allows(policy.allowedMints, outflow.mint))?.mint;
  if (mint !== undefined) return { of: 'mint', name: mint };
  if (move.venue !== undefined && !allows(policy.allowedVenues, move.venue)) {
    return { of: 'venue', name: move.venue };
  }
  const known = policy.counterpartiesOnly ? counterparties : null;
  const stranger = move.counterparties.find((wallet) => !allows(known, wallet));
  return stranger === undefined ? undefined : { of: 'counterparty', name: stranger };
}

/** Whether the next terms allow some call that the current ones do not. */
export function policyWidens(now: PolicyTerms, next: PolicyTerms): boolean {
  return (
    toolsWiden(now.policy, next.policy) ||
    listWidens(now.policy.allowedMints, next.policy.allowedMints) ||
    listWidens(now.policy.allowedVenues, next.policy.allowedVenues) ||
    listWidens(dealtWith(now), dealtWith(next))
  );
}

function allows<Name>(list: readonly Name[] | null, name: Name): boolean {
  return list === null || list.includes(name);
}

function dealtWith({ policy, counterparties }: PolicyTerms): readonly Pubkey[] | null {
  return policy.counterpartiesOnly ? counterparties : null;
}

function toolsWiden(now: WalletPolicy, next: WalletPolicy): boolean {
  const isOpen = (tool: string): boolean => allows(now.allowedTools, tool) && !now.deniedTools.includes(tool);
  if (next.allowedTools !== null) {
    return next.allowedTools.some((tool) => !next.deniedTools.includes(tool) && !isOpen(tool));
  }
  return now.allowedTools !== null || now.deniedTools.some((tool) => !next.deniedTools.includes(tool));
}

function listWidens<Name>(now: readonly Name[] | null, next: readonly Name[] | null): boolean {
  if (now === null) return false;
  return next === null || next.some((name) => !now.includes(name));
}

import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import type { StreamEnd } from '../model/source.ts';
import type { BrokenChain } from '../track/slot-assembler.ts';
import type { Fork } from '../track/unfinalized-tail.ts';

/** How one stream ended: the reasons of the source, and the pipeline's own. */
export type SessionEnd =
  | StreamEnd
  | { readonly kind: 'broken'; readonly chain: BrokenChain }
  /** Delivered slots are on a dead fork. */
  | { readonly kind: 'forked'; readonly fork: Fork }
  /** The slot at which a node was read never arrived: its fork died. */
  | { readonly kind: 'stranded'; readonly detail: string }
  /** A slot has a launch whose token accounts are not followed yet: the slot must be read again with them. */
  | { readonly kind: 'discovered' };

/** What follows the end of a stream. */
export type NextStep =
  /** Subscribe again from a few slots below the head; `afterBackoff` unless we ended the stream ourselves. */
  | { readonly kind: 'resume'; readonly afterBackoff: boolean }
  /** The stream cannot provide the missing slots any more: read the chain by RPC and continue above that. */
  | { readonly kind: 'splice'; readonly cause: string }
  /** Emitted slots are on a dead fork. */
  | { readonly kind: 'roll_back'; readonly fork: Fork }
  | { readonly kind: 'stop' }
  | { readonly kind: 'fail'; readonly error: unknown };

/** Unanswered streams after which a resume gives way to a snapshot. */
const UNANSWERED_LIMIT = 4;

/** Whether a node was reachable and did not provide the slots that it should have. */
export function leavesUnanswered({ kind }: SessionEnd): boolean {
  return kind === 'replay_unavailable' || kind === 'broken';
}

/**
 * Decides by how a stream ended. `indexed` says whether the index holds anything: then a refusal is retried, so that
 * the API goes on answering; an empty index has nothing to answer. `unanswered` counts the streams since the head last moved that a node left
 * unanswered, including this one: a node that lags behind another at the same address catches up within a few. An
 * unreachable node has refused nothing.
 */
export function nextStep(end: SessionEnd, unanswered: number, indexed: boolean): NextStep {
  switch (end.kind) {
    case 'closed':
      return { kind: 'stop' };
    case 'discovered':
      return { kind: 'resume', afterBackoff: false };
    case 'disconnected':
    case 'frozen':
    case 'lagged':
    case 'stranded':
      return { kind: 'resume', afterBackoff: true };
    case 'out_of_range':
      return { kind: 'splice', cause: end.detail };
    case 'replay_unavailable':
      return unanswered < UNANSWERED_LIMIT
        ? { kind: 'resume', afterBackoff: true }
        : { kind: 'splice', cause: end.detail };
    case 'forked':
      return { kind: 'roll_back', fork: end.fork };
    case 'broken':
      return unanswered < UNANSWERED_LIMIT
        ? { kind: 'resume', afterBackoff: true }
        : { kind: 'splice', cause: describeBreak(end.chain) };
    case 'refused':
      return indexed
        ? { kind: 'resume', afterBackoff: true }
        : { kind: 'fail', error: new LaunchlensError('STREAM_REFUSED', { detail: end.detail }) };
    case 'failed':
      return { kind: 'fail', error: end.error };
  }
}

function describeBreak({ head, slot }: Extract<SessionEnd, { kind: 'broken' }>['chain']): string {
  return `slots between ${head} and ${slot} never came`;
}

/** One line about an end, for logs and the status. */
export function describeEnd(end: SessionEnd): string {
  if (end.kind === 'broken') return describeBreak(end.chain);
  if (end.kind === 'forked') return `forked: ${end.fork.cause}`;
  return 'detail' in end ? `${end.kind}: ${end.detail}` : end.kind;
}

import type { AUDIT_SLICES, TokenAccountSource, Transport } from '../../../core/kernel/settings/schema.ts';

/** A cluster has two shards, of which one at a time dies, stalls or is full. */
export type StoreKind = 'embedded' | 'server' | 'cluster';

/** Tables that the indexer writes in the order of a batch; `checkpoints` comes last. */
export const BATCH_TABLES = [
  'launch_versions',
  'pledge_versions',
  'token_account_versions',
  'mint_versions',
  'escrow_flows',
  'flow_coverage',
  'slots',
  'coverage',
  'checkpoints',
] as const;

/** Likewise of a followed program: in place of each of those above, in their order. */
export const PROGRAM_TABLES = [
  'account_versions',
  'Position_versions',
  'program_instructions',
  'put_instructions',
  'program_events',
  'Kept_events',
  'slots',
  'coverage',
  'checkpoints',
] as const;

export type BatchTable = (typeof BATCH_TABLES | typeof PROGRAM_TABLES)[number];
export type Phase = 'before' | 'during' | 'after';

interface Common {
  /** Slots of the play after which it is armed. */
  readonly slot: number;
}

/** One misfortune. Every number counts slots, messages, requests or writes, never time. */
export type Fault = Common &
  (
    | {
        /** The stream ends after so many messages: without a status, or with one. */
        readonly kind: 'disconnect';
        readonly after: number;
        readonly status: 'none' | 'UNAVAILABLE' | 'INTERNAL' | 'OK';
      }
    /** The stream server goes away and comes back `slots` later, its replay window as wide as before. */
    | { readonly kind: 'absence'; readonly slots: number }
    /** The server drops us because we are too slow. */
    | { readonly kind: 'lagged'; readonly after: number; readonly words: string; readonly code: number }
    /** So many messages in a row are sent twice. */
    | { readonly kind: 'duplicates'; readonly messages: number }
    /** So many account writes are sent after the end of their slot, each that many messages late. */
    | { readonly kind: 'late-writes'; readonly writes: number; readonly after: number }
    /** A block's facts or a slot's statuses never come. */
    | { readonly kind: 'lost-message'; readonly what: 'block_meta' | 'slot'; readonly messages: number }
    /** After a disconnect the server claims a window that begins a little above what is asked for. */
    | { readonly kind: 'out-of-range'; readonly after: number; readonly above: number }
    /** After a disconnect the server can replay nothing, so many times. */
    | { readonly kind: 'replay-failed'; readonly after: number; readonly times: number }
    /** The server is gone for longer than its replay window reaches back. */
    | { readonly kind: 'outage'; readonly slots: number; readonly window: number }
    /** So many blocks are confirmed on a fork that dies; others take their place, of the same slots or of later ones. */
    | {
        readonly kind: 'dying-fork';
        readonly blocks: number;
        readonly sameSlots: boolean;
        readonly silent: boolean;
      }
    /** The same while the stream is away, so that it comes back with other blocks for slots that were indexed. */
    | {
        readonly kind: 'equivocation';
        readonly blocks: number;
        readonly sameSlots: boolean;
        readonly slots: number;
      }
    /** The connection stays open and carries nothing any more. */
    | { readonly kind: 'silence' }
    /** The stream stays open and gives pings and nothing else. */
    | { readonly kind: 'frozen' }
    /** SIGKILL at the nth write to a table from now on. */
    | {
        readonly kind: 'kill-at-write';
        readonly table: BatchTable;
        readonly nth: number;
        readonly phase: Phase;
        readonly down: number;
      }
    /** SIGKILL, and once more at the nth statement of the start that follows. */
    | { readonly kind: 'kill-at-start'; readonly nth: number; readonly down: number }
    /** SIGKILL at a slot. */
    | { readonly kind: 'kill'; readonly down: number }
    /** SIGTERM at a slot, and a new start. */
    | { readonly kind: 'restart'; readonly down: number }
    /** So many requests are answered with 429. */
    | { readonly kind: 'rpc-rate-limit'; readonly requests: number; readonly retryAfter: number | undefined }
    /** So many requests are accepted and never answered. */
    | { readonly kind: 'rpc-no-answer'; readonly requests: number }
    /** The node is so many slots behind for so many requests, and says so or ignores what it was asked. */
    | {
        readonly kind: 'rpc-lagging';
        readonly requests: number;
        readonly behind: number;
        readonly honest: boolean;
      }
    /** Every other request is answered by a node that is so many slots behind. */
    | { readonly kind: 'rpc-backwards'; readonly requests: number; readonly behind: number }
    /** The disk below the embedded store, or below one of the servers, is full for so many slots. */
    | { readonly kind: 'disk-full'; readonly slots: number }
    /** So many inserts are refused. */
    | {
        readonly kind: 'store-refuses';
        readonly inserts: number;
        readonly with: 'reset' | 'busy' | 'memory';
      }
    /** So many inserts take that many slots each. */
    | { readonly kind: 'store-slow'; readonly inserts: number; readonly slots: number }
    /** So many inserts are done but their acknowledgement is lost. */
    | { readonly kind: 'store-mute'; readonly inserts: number }
    /** The engine's process is killed when the nth insert arrives, half of it sent, and comes back after `down` slots. */
    | { readonly kind: 'store-dies'; readonly nth: number; readonly down: number }
    /** The engine's process stands still for so many slots. */
    | { readonly kind: 'store-stalls'; readonly slots: number }
  );

export type FaultKind = Fault['kind'];
export type FaultOf<Kind extends FaultKind> = Extract<Fault, { readonly kind: Kind }>;

export type PledgeMemory = 'all' | 'little';

export type Subject = 'launches' | 'vault';

/** A whole run: everything in it follows from the seed and the store that was asked for. */
export interface Plan {
  readonly seed: string;
  /** What is followed: the launches, or the second program of the local chain alone. */
  readonly subject: Subject;
  readonly store: StoreKind;
  readonly transport: Transport;
  readonly tokenAccounts: TokenAccountSource;
  /** Whether pledges fit in the memory of the API: all of them, or those of a launch or two. */
  readonly pledgeMemory: PledgeMemory;
  /** How audits read the program. */
  readonly slices: (typeof AUDIT_SLICES)[number];
  /** The slot from which the chain serves clients. */
  readonly fromSlot: number;
  /** The first start finds no schema and makes it. */
  readonly fresh: boolean;
  /** Slots that are played while faults are armed. */
  readonly slots: number;
  readonly weather: { readonly skipped: number; readonly dead: number };
  /** By slot. */
  readonly faults: readonly Fault[];
}

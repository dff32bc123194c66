import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Logger } from '../../../core/kernel/logger.ts';
import { camelCased } from '../../../schemas/letter-case.ts';
import type { SourceNode } from '../../../schemas/rest/source.ts';
import type { MirrorContext } from '../../actions/context.ts';
import type { CursorSeal } from '../../actions/cursor.ts';
import { freshSlot } from '../../actions/freshness.ts';
import type { RewardsContext } from '../../actions/rewards/read.ts';
import { sourceStamp } from '../../actions/source-stamp.ts';
import type { LatestStore } from '../../read/latest/store.ts';
import type { Mirror } from '../../read/mirror.ts';
import type { Stamp } from '../../read/model.ts';
import { type Pin, pinOf } from '../../read/rollbacks.ts';
import { ProgramScope } from '../programs/scope.ts';
import { type Asker, NOBODY, type Owned } from './asker.ts';
import { detailLoader, pledgePageLoader } from './loaders.ts';
import type { Survey } from './survey.ts';

/**
 * State shared by the resolvers of one request: the slot for fields without `asOfSlot`, one `source` per slot, and each
 * launch loaded once.
 */
export class Scope {
  readonly context: MirrorContext;
  /** For comparisons with the current chain, whatever the slot of the request. */
  readonly unpinned: MirrorContext;
  /** Whether an answer contains anything that may differ a moment later at the same slot. */
  fleeting = false;
  readonly #asker: Asker;
  /** The slot of fields without their own. */
  readonly slot: bigint;
  /** That slot, on the fork that was followed when the request began. */
  readonly pin: Pin;
  /** The store's epoch when the request began. */
  readonly epoch: number;
  /** What is read of programs, at slots of their own. */
  readonly programs: ProgramScope;
  readonly details: ReturnType<typeof detailLoader>;
  readonly pledgePages: ReturnType<typeof pledgePageLoader>;
  readonly #newest: Stamp;
  readonly #sources = new Map<bigint, SourceNode>();

  constructor(context: MirrorContext, newest: Stamp, slot: bigint = newest.slot, asker: Asker = NOBODY) {
    this.unpinned = context;
    this.#asker = asker;
    this.context = { ...context, mirror: pinnedMirror(context.mirror, { ...pinOf(newest), slot }) };
    this.slot = slot;
    this.pin = { ...pinOf(newest), slot };
    this.epoch = newest.epoch;
    this.#newest = newest;
    this.source(newest);
    this.programs = new ProgramScope(context, () => {
      this.fleeting = true;
    });
    this.details = detailLoader(this.context);
    this.pledgePages = pledgePageLoader(this.context);
  }

  /**
   * The caller's own data, at the newest slot when the request began. From then on the answer is private.
   * @throws SIGN_IN_REQUIRED, TOKEN_REFUSED, ISSUER_UNREACHABLE, REWARDS_NOT_SERVED
   */
  async owned(): Promise<Owned> {
    const { rewards, caller } = await this.#asker.owned();
    return { rewards: { ...rewards, mirror: { stampAt: async () => this.#newest } }, caller };
  }

  /** Whether the answer is private to its caller. */
  get personal(): boolean {
    return this.#asker.asked;
  }

  /** Whether everyone with the same request may get this answer until the index advances. */
  get shareable(): boolean {
    return !this.fleeting && !this.personal;
  }

  /** The `source` of an answer: the first one for its slot, so that one request never shows two. */
  source(stamp: Stamp): SourceNode {
    const held = this.#sources.get(stamp.slot);
    if (held !== undefined) return held;
    const source = camelCased(sourceStamp(stamp));
    this.#sources.set(stamp.slot, source);
    return source;
  }

  /** Loads the `source` of the request's slot if no field did; a slot that cannot be answered has none. */
  async learnSource(): Promise<void> {
    if (this.#sources.has(this.slot)) return;
    await this.context.mirror.stampAt(this.slot).then(
      (stamp) => this.source(stamp),
      () => undefined,
    );
  }

  /** The `source` of the whole response: of the request's slot if it was answered, otherwise of the newest. */
  get requestSource(): SourceNode {
    return this.#sources.get(this.slot) ?? this.source(this.#newest);
  }
}

/** The mirror for one request: queries without a slot use the request's, however far the store advances. */
function pinnedMirror(mirror: Mirror, { slot: pinned, rollback }: Pin): Mirror {
  const notBehind = (slot: bigint | undefined, error: unknown): unknown => {
    // The index was rebuilt, or another process issued the cursor: not the fault of a client that named no slot.
    if (slot !== undefined || !isLaunchlensError(error, 'SLOT_AHEAD')) return error;
    return new LaunchlensError('MIRROR_NOT_READY', { reason: `it has not reached slot ${pinned}` }, error);
  };
  const asking = async <Value>(slot: bigint | undefined, ask: (at: bigint) => Value | Promise<Value>) => {
    try {
      const value = await ask(slot ?? pinned);
      // All parts of an answer must be of one fork.
      mirror.requireShown({ slot: slot ?? pinned, rollback });
      return value;
    } catch (error) {
      throw notBehind(slot, error);
    }
  };
  return {
    ...mirror,
    ask: (slot, question) => asking(slot, (at) => mirror.ask(at, question)),
    askRecords: (slot, question) => asking(slot, (at) => mirror.askRecords(at, question)),
    stampAt: (slot) => asking(slot, (at) => mirror.stampAt(at)),
  };
}

/**
 * Determines the slot of a request first: that of its cursors, otherwise the one that all root fields name, otherwise
 * the newest.
 * @throws MIRROR_NOT_READY, GRAPHQL_SLOTS_DIFFER, CURSOR_INVALID and the refusals of freshness
 */
export async function openScope(
  { store, context }: GraphqlServices,
  survey: Survey,
  asker: Asker,
): Promise<Scope> {
  const slot = requestSlot(survey, context.cursors);
  await freshSlot(context.mirror, {
    asOfSlot: slot,
    minSlot: survey.minSlot,
    maxLagSlots: survey.maxLagSlots === undefined ? undefined : BigInt(survey.maxLagSlots),
  });
  return new Scope(context, store.snapshot().stamp, slot, asker);
}

function requestSlot({ cursors, asOfSlots }: Survey, seal: CursorSeal): bigint | undefined {
  const [slot, ...others] = new Set(cursors.map((cursor) => seal.slotOf(cursor)));
  if (others.length > 0) throw new LaunchlensError('GRAPHQL_SLOTS_DIFFER', {});
  if (slot !== undefined) return slot;
  const [named, ...different] = new Set(asOfSlots);
  return different.length > 0 ? undefined : named;
}

/** The dependencies of GraphQL. */
export interface GraphqlServices {
  readonly store: LatestStore;
  readonly context: MirrorContext;
  /** The dependencies of reward reads; without them they are refused. */
  readonly rewards: RewardsContext | undefined;
  readonly logger: Logger;
}

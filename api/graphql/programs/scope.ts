import { camelCased } from '../../../schemas/letter-case.ts';
import type { SourceNode } from '../../../schemas/rest/source.ts';
import type { Answered, MirrorContext } from '../../actions/context.ts';
import { programNamed } from '../../actions/programs/find.ts';
import { sourceStamp } from '../../actions/source-stamp.ts';
import type { Stamp } from '../../read/model.ts';
import { pinOf } from '../../read/rollbacks.ts';

/** What the fields of programs are answered with. */
export interface ProgramScoped {
  readonly programs: ProgramScope;
}

interface Asked {
  readonly asOfSlot?: bigint | null | undefined;
  /** Its cursor names the slot. */
  readonly hasCursor?: boolean;
}

/** State shared by the fields of programs in one request: each program is read at one slot, unless a field names another. */
export class ProgramScope {
  readonly context: MirrorContext;
  readonly #onUse: () => void;
  readonly #newest = new Map<string, Promise<Stamp>>();
  #first: Stamp | undefined;

  /** @param onUse called when a field is answered: no answer of a program lasts as long as those of launches */
  constructor(context: MirrorContext, onUse: () => void = () => undefined) {
    this.context = context;
    this.#onUse = onUse;
  }

  source(stamp: Stamp): SourceNode {
    this.#first ??= stamp;
    return camelCased(sourceStamp(stamp));
  }

  /** The `source` of a response about programs alone: of the program that was answered first. */
  get firstSource(): SourceNode | undefined {
    return this.#first && this.source(this.#first);
  }

  stampAt(program: string, slot: bigint | undefined): Promise<Stamp> {
    this.#onUse();
    if (slot !== undefined) return programNamed(this.context, program).stampAt(slot);
    const known = this.#newest.get(program);
    if (known) return known;
    const newest = programNamed(this.context, program).stampAt(undefined);
    this.#newest.set(program, newest);
    return newest;
  }

  /** Answers at the request's slot of the program. @throws SLOT_TAKEN_BACK if its fork died meanwhile */
  async pinned<Answer extends Answered<unknown>>(
    program: string,
    { asOfSlot, hasCursor = false }: Asked,
    ask: (slot: bigint | undefined) => Promise<Answer>,
  ): Promise<Answer> {
    this.#onUse();
    const isFree = (asOfSlot === undefined || asOfSlot === null) && !hasCursor;
    const pin = isFree ? pinOf(await this.stampAt(program, undefined)) : undefined;
    const answer = await ask(asOfSlot ?? pin?.slot);
    if (pin) programNamed(this.context, program).requireShown(pin);
    this.#first ??= answer.stamp;
    return answer;
  }
}

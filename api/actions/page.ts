import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { snakeCase } from '../../schemas/letter-case.ts';
import type { SourceStamp } from '../../schemas/rest/source.ts';
import type { Stamp } from '../read/model.ts';
import type { Stamped } from '../read/questions.ts';
import { pinOf } from '../read/rollbacks.ts';
import type { AnsweredPage } from './context.ts';
import type { CursorOf, CursorSeal, Listing } from './cursor.ts';
import { askPinned, type PinnedAsk, requireAgreement, type SlotRequest } from './freshness.ts';
import { sourceStamp } from './source-stamp.ts';

export interface PageRequest extends SlotRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The terms of a listing, which all its pages share. */
type Terms<Name extends Listing> = Omit<CursorOf[Name], 'after'>;

type Question<Name extends Listing> = Terms<Name> & {
  readonly after: CursorOf[Name]['after'] | undefined;
  readonly limit: number;
};

interface At<Name extends Listing> {
  readonly stamp: Stamp;
  readonly terms: Terms<Name>;
}

/** How the facts of a page are answered. */
export interface Paging<Name extends Listing, Facts, Row, Body> {
  readonly name: Name;
  readonly rows: (facts: Facts) => readonly Row[];
  /** The place of a row, after which its cursor continues. */
  readonly place: (row: Row, terms: Terms<Name>) => CursorOf[Name]['after'];
  readonly body: (
    facts: Facts,
    head: { readonly source: SourceStamp; readonly next_cursor: string | null },
    at: At<Name>,
  ) => Body;
}

interface ListingParts<Name extends Listing, Facts, Row, Body> extends Paging<Name, Facts, Row, Body> {
  /** As requested, or their defaults. */
  readonly terms: Terms<Name>;
  /** Without facts if the launch does not exist. */
  readonly ask: (slots: SlotRequest, question: Question<Name>) => Promise<Stamped<Facts | undefined>>;
}

/** What a listing is read from: the launches, or a program. */
interface PageContext {
  readonly mirror: PinnedAsk['mirror'];
  readonly cursors: CursorSeal;
}

/**
 * A page of a listing, at the slot of its first page. With a cursor, terms that the request repeats must agree with it.
 * @throws LAUNCH_NOT_FOUND, CURSOR_INVALID, CURSOR_MISMATCH and those of `askFresh`
 */
export async function listPage<Name extends Listing, Facts extends { readonly more: boolean }, Row, Body>(
  { mirror, cursors }: PageContext,
  request: PageRequest,
  { terms: asked, ask, ...paging }: ListingParts<Name, Facts, Row, Body>,
): Promise<AnsweredPage<Body>> {
  const cursor = request.cursor === undefined ? undefined : cursors.open(paging.name, request.cursor);
  const { after, slot: _, rollback: __, ...sealed } = cursor ?? ({} as Partial<NonNullable<typeof cursor>>);
  const given = request as unknown as Readonly<Record<string, unknown>>;
  for (const [term, value] of Object.entries(sealed)) requireAgreement(snakeCase(term), given[term], value);
  const terms = cursor === undefined ? asked : (sealed as Terms<Name>);
  const question = { ...terms, after, limit: request.limit };
  const { stamp, facts } = await askPinned({ mirror, cursor, request }, (slots) => ask(slots, question));
  if (facts === undefined) {
    const { launchId = 0n } = terms as { readonly launchId?: bigint };
    throw new LaunchlensError('LAUNCH_NOT_FOUND', { launchId, slot: stamp.slot });
  }
  return pageAnswer(cursors, paging, facts, { stamp, terms });
}

export function pageAnswer<Name extends Listing, Facts extends { readonly more: boolean }, Row, Body>(
  cursors: CursorSeal,
  { name, place, body, ...paging }: Paging<Name, Facts, Row, Body>,
  facts: Facts,
  at: At<Name>,
): AnsweredPage<Body> {
  const { stamp, terms } = at;
  const rows = paging.rows(facts);
  const cursorAfter = (row: Row) =>
    cursors.seal(name, { ...pinOf(stamp), ...terms, after: place(row, terms) } as never);
  const last = rows.at(-1);
  const next_cursor = facts.more && last !== undefined ? cursorAfter(last) : null;
  return {
    stamp,
    body: body(facts, { source: sourceStamp(stamp), next_cursor }, at),
    cursorAfter: (index) => cursorAfter(rows[index] as Row),
  };
}

/** A page of rows, and whether older ones follow: one more row than the page needs is read. */
export async function newestFirst<Row, Answer>(
  limit: number,
  list: (limit: number) => Promise<readonly Row[]>,
  answer: (row: Row) => Answer,
): Promise<{ results: Answer[]; has_more: boolean }> {
  const found = await list(limit + 1);
  return { results: found.slice(0, limit).map((row) => answer(row)), has_more: found.length > limit };
}

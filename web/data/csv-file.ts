import { z } from 'zod';
import { csvHead, csvLines } from '../model/csv.ts';
import { askRest } from './http.ts';
import { integer } from './scalars.ts';
import { askOwner } from './session.ts';

/** Rows of a table, page by page from the API. */
export interface CsvListing {
  /** Begins the name of the file. */
  readonly name: string;
  /** Paths in a row, such as `launch.launch_id`. */
  readonly columns: readonly string[];
  readonly path: `/${string}/`;
  /** The filter, as in an address. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** How pages continue: by the cursor of the answer, before the last row's id, or by counting rows. */
  readonly by: 'cursor' | 'before' | 'offset';
  /** Whether only its owner may read it. */
  readonly owned?: true;
}

/** A file has at most so many rows, and its reader is told if that is not everything. */
export const MOST_ROWS = 20_000;
const AT_ONCE = 200;

const pageShape = z.object({
  source: z.object({ last_indexed_slot: integer }).optional(),
  ledger_revision: integer.optional(),
  results: z.array(z.looseObject({})),
  next_cursor: z.string().nullable().optional(),
  has_more: z.boolean().optional(),
});
type CsvPage = z.output<typeof pageShape>;

export interface CsvFile {
  readonly name: string;
  readonly text: readonly string[];
  readonly rows: number;
  /** At which all rows are exact; undefined for what is kept off the chain. */
  readonly slot: bigint | undefined;
  /** Whether rows were left out, because there are too many for one file. */
  readonly cut: boolean;
}

interface Writing {
  readonly signal: AbortSignal;
  readonly onRows: (rows: number) => void;
}

/** Reads all pages of a listing, at the slot of the first. @throws Failure */
export async function readCsv(listing: CsvListing, { signal, onRows }: Writing): Promise<CsvFile> {
  const { name, columns } = listing;
  const text = [csvHead(columns)];
  let rows = 0;
  let place: Readonly<Record<string, string>> | undefined = {};
  let slot: bigint | undefined;
  while (place !== undefined && rows < MOST_ROWS) {
    const page = await readPage(listing, place, signal);
    slot ??= page.source?.last_indexed_slot;
    text.push(csvLines(columns, page.results));
    rows += page.results.length;
    onRows(rows);
    place = nextPlace(listing.by, page, rows);
  }
  const stamp =
    slot === undefined ? new Date().toISOString().slice(0, 19).replaceAll(':', '') : `slot-${slot}`;
  return { name: `${name}-${stamp}.csv`, text, rows, slot, cut: place !== undefined };
}

function readPage(
  { path, query = {}, owned }: CsvListing,
  place: object,
  signal: AbortSignal,
): Promise<CsvPage> {
  const given = Object.entries({ limit: `${AT_ONCE}`, ...query, ...place });
  const search = new URLSearchParams(
    given.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const question = { path: `${path}?${search}` as const, shape: pageShape, signal };
  return owned ? askOwner(question) : askRest(question);
}

/** Where the next page begins; undefined after the last. */
export function nextPlace(
  by: CsvListing['by'],
  { next_cursor, has_more, results, ledger_revision }: Omit<CsvPage, 'source'>,
  rows: number,
): Readonly<Record<string, string>> | undefined {
  if (by === 'cursor') return next_cursor == null ? undefined : { cursor: next_cursor };
  if (has_more !== true || results.length === 0) return undefined;
  if (by === 'before') return { before: String(results.at(-1)?.id) };
  const revision = ledger_revision === undefined ? undefined : { ledger_revision: String(ledger_revision) };
  return { offset: String(rows), ...revision };
}

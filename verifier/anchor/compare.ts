import { isRecord } from '../chain/http.ts';
import { shown } from '../report/shown.ts';

/** One field that differs, as text. */
export interface Difference {
  /** As in `terms.rate` and `legs[2].weight`; empty for the whole value. */
  readonly field: string;
  readonly index: string;
  readonly chain: string;
}

/** Every field of two values as JSON says them, by name and place. Integers of 64 bits and wider are strings: all is exact. */
export function differences(chain: unknown, index: unknown, field = ''): readonly Difference[] {
  if (isRecord(chain) && isRecord(index)) {
    const names = new Set([...Object.keys(chain), ...Object.keys(index)]);
    const below = (name: string): string => (field === '' ? name : `${field}.${name}`);
    return [...names].flatMap((name) => differences(own(chain, name), own(index, name), below(name)));
  }
  if (Array.isArray(chain) && Array.isArray(index)) {
    const length = Math.max(chain.length, index.length);
    return Array.from({ length }).flatMap((_, at) => differences(chain[at], index[at], `${field}[${at}]`));
  }
  if (chain === index) return [];
  const [ours, theirs] = [shown(chain), shown(index)];
  // If two values look the same, their types differ.
  const typed = (text: string, value: unknown): string =>
    ours === theirs ? `${text} (${typeof value})` : text;
  return [{ field, index: typed(theirs, index), chain: typed(ours, chain) }];
}

function own(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

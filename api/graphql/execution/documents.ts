import type { DocumentNode, GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';

/** A parsed document takes about this multiple of its text's memory. */
const PARSED_FACTOR = 30;

/** Parsed documents and parse errors by text, bounded by memory: yoga's own caches count entries. */
export function documentCaches(bytes: number) {
  const sized = <Value extends object>(share: number) =>
    new LRUCache<string, Value>({
      maxSize: Math.ceil(bytes * share),
      sizeCalculation: (_value, text) => text.length * PARSED_FACTOR + 1,
    });
  return { documentCache: sized<DocumentNode>(0.9), errorCache: sized<GraphQLError>(0.1) };
}

import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

const persistedQuery = z.object({ version: z.literal(1), sha256Hash: z.string().regex(/^[0-9a-f]{64}$/) });

/**
 * Automatic persisted queries as in Apollo: a client may send only the SHA-256 of a document, and sends hash and text
 * once if the document is unknown. The cache is bounded by memory.
 */
export function usePersistedDocuments(bytes: number): Plugin {
  const texts = new LRUCache<string, string>({
    maxSize: bytes,
    sizeCalculation: (text, hash) => 2 * (text.length + hash.length),
  });
  return {
    onParams: ({ params, setParams }) => {
      const { query = '', extensions } = params ?? {};
      const named = extensions?.persistedQuery;
      // A query that is not text has its own error.
      if (named === undefined || named === null || typeof query !== 'string') return;
      const hash = hashOf(named);
      if (query === '') setParams({ ...params, query: knownText(texts.get(hash)) });
      else texts.set(hash, verified(query, hash));
    },
  };
}

function hashOf(named: unknown): string {
  const { data } = persistedQuery.safeParse(named);
  if (data !== undefined) return data.sha256Hash;
  throw refused('extensions.persistedQuery must be {"version": 1, "sha256Hash": "<64 hexadecimal digits>"}.');
}

/** The message and the code are those that clients expect before they send the text. */
function knownText(text: string | undefined): string {
  if (text !== undefined) return text;
  const extensions = { code: 'PERSISTED_QUERY_NOT_FOUND', http: { spec: true, status: 400 } };
  throw new GraphQLError('PersistedQueryNotFound', { extensions });
}

function verified(text: string, hash: string): string {
  if (createHash('sha256').update(text).digest('hex') === hash) return text;
  throw refused('sha256Hash is not the SHA-256 of the query.');
}

function refused(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
}

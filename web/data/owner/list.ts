import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { z } from 'zod';
import type { RestQuestion } from '../http.ts';
import { askOwner, useSession } from '../session.ts';

/** The key of all cached data of an owner, so that all of it is removed with the owner. */
export const OWNER = 'owner';

const AT_ONCE = 50;

/** The query of an owner's answer: asked while somebody is signed in, and kept under that owner. */
export function useOwnerQuery<Shape extends z.ZodType>(
  key: readonly unknown[],
  question: Pick<RestQuestion<Shape>, 'path' | 'shape'>,
) {
  const { session } = useSession();
  return {
    queryKey: [OWNER, session?.address, ...key],
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => askOwner({ ...question, signal }),
    enabled: session !== undefined,
  };
}

/** A listing of an owner's rows, newest first. */
export interface OwnerRows<Row> {
  /** Undefined until they have arrived. */
  readonly rows: readonly Row[] | undefined;
  readonly error: Error | null;
  readonly busy: boolean;
  /** Loads older ones; undefined if there are none. */
  readonly older: (() => void) | undefined;
  readonly again: () => void;
}

export interface Listing {
  /** The filter, such as `status=proposed`; everything without one. */
  readonly only?: string | undefined;
  /** The refresh interval in milliseconds, given the number of open pages; no refresh without it. */
  readonly againMs?: ((pages: number) => number) | undefined;
}

export function useOwnerRows<Row extends { readonly id: string }>(
  path: `/${string}/`,
  row: z.ZodType<Row>,
  { only = '', againMs }: Listing = {},
): OwnerRows<Row> {
  const { session } = useSession();
  const shape = z.object({ results: z.array(row), has_more: z.boolean() });
  const query = useInfiniteQuery({
    queryKey: [OWNER, session?.address, path, only],
    queryFn: ({ pageParam, signal }) => {
      const place = pageParam === '' ? '' : `&before=${pageParam}`;
      const which = only === '' ? '' : `&${only}`;
      return askOwner({ path: `${path}?limit=${AT_ONCE}${which}${place}`, shape, signal });
    },
    initialPageParam: '',
    getNextPageParam: ({ results, has_more }) => (has_more ? results.at(-1)?.id : undefined),
    enabled: session !== undefined,
    ...(againMs && { refetchInterval: ({ state }: Held) => againMs(state.data?.pages.length ?? 1) }),
  });
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = query;
  return {
    rows: data?.pages.flatMap(({ results }) => results),
    error,
    busy: isFetching,
    older: hasNextPage ? () => void fetchNextPage() : undefined,
    again: () => void refetch(),
  };
}

interface Held {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined };
}

/** Refreshes all data of the owner after a change. */
export function useOwnerChanged(): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(() => client.invalidateQueries({ queryKey: [OWNER] }), [client]);
}

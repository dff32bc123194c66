import { useQuery } from '@tanstack/react-query';
import { addressAt } from '../../core/rules/icon-hosts.ts';
import type { IconSource } from './token-names.ts';

const LIMIT_MS = 10_000;
/** Characters; descriptions of tokens are short. */
const LONGEST = 100_000;

/** The icon that a token describes off the chain, from a host that the operator allows; undefined if there is none. */
export function useTokenIcon(source: IconSource | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['icon', source?.uri],
    queryFn: async ({ signal }) => (source && (await readIcon(source, signal))) ?? null,
    enabled: source !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchInterval: false,
  });
  return data ?? undefined;
}

/** No icon is as good as one that cannot be read. */
async function readIcon({ uri, hosts }: IconSource, signal: AbortSignal): Promise<string | undefined> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
    const answer = await fetch(uri, { credentials: 'omit', redirect: 'error', signal: limit });
    const text = await answer.text();
    if (!answer.ok || text.length > LONGEST) return undefined;
    const described: unknown = JSON.parse(text);
    return addressAt(hosts, (described as { image?: unknown } | null)?.image);
  } catch {
    return undefined;
  }
}

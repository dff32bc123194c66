import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { instant } from '../scalars.ts';
import { askOwner, useSession } from '../session.ts';
import { OWNER, type OwnerRows } from './list.ts';

const webhook = z.object({
  id: z.string(),
  url: z.string(),
  label: z.string(),
  events: z.array(z.string()),
  registrant: z.object({ label: z.string(), ended_at: instant.nullable() }).nullable(),
  created_at: instant,
  disabled_at: instant.nullable(),
  disabled_reason: z.string().nullable(),
});

export type Webhook = z.output<typeof webhook>;

const PATH = '/webhooks/';

/** All of them, oldest first: an owner has few. */
export function useWebhooks(): OwnerRows<Webhook> {
  const { session } = useSession();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [OWNER, session?.address, PATH],
    queryFn: ({ signal }) => askOwner({ path: PATH, shape: z.object({ results: z.array(webhook) }), signal }),
    enabled: session !== undefined,
  });
  return {
    rows: data?.results,
    ...{ error, busy: isFetching, older: undefined },
    again: () => void refetch(),
  };
}

/** @throws Failure */
export async function deleteWebhook({ id }: Webhook): Promise<void> {
  await askOwner({ path: `/webhooks/${id}/delete/`, method: 'POST', shape: z.object({ id: z.string() }) });
}

/** Turns it on again. @throws Failure */
export async function enableWebhook({ id }: Webhook): Promise<void> {
  await askOwner({ path: `/webhooks/${id}/enable/`, method: 'POST', shape: webhook });
}

import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { instant } from '../scalars.ts';
import { askOwner } from '../session.ts';
import { type OwnerRows, useOwnerQuery } from './list.ts';

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

/** All of them, oldest first: an owner has few. */
export function useWebhooks(): OwnerRows<Webhook> {
  const shape = z.object({ results: z.array(webhook) });
  const { data, error, isFetching, refetch } = useQuery(
    useOwnerQuery(['webhooks'], { path: '/webhooks/', shape }),
  );
  return { rows: data?.results, error, busy: isFetching, older: undefined, again: () => void refetch() };
}

/** @throws Failure */
export async function deleteWebhook({ id }: Webhook): Promise<void> {
  await askOwner({ path: `/webhooks/${id}/delete/`, method: 'POST', shape: z.object({ id: z.string() }) });
}

/** Turns it on again. @throws Failure */
export async function enableWebhook({ id }: Webhook): Promise<void> {
  await askOwner({ path: `/webhooks/${id}/enable/`, method: 'POST', shape: webhook });
}

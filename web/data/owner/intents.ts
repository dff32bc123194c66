import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { askAgainMs, type IntentStatus, listAgainMs } from '../../model/intents.ts';
import type { OwnAction } from '../../model/own-actions.ts';
import type { Connection } from '../connection.ts';
import { againAfter } from '../failure.ts';
import { askOwner, useSession } from '../session.ts';
import { base64OfBytes, bytesOfBase64, signTransaction } from '../sign.ts';
import {
  detailShape,
  type Intent,
  intentShape,
  type MadeTransaction,
  transactionShape,
} from './intent-shapes.ts';
import { type OwnerRows, useOwnerQuery, useOwnerRows } from './list.ts';

/** Intents of the owner, newest first: all, or those of one status. */
export function useIntents(status?: IntentStatus): OwnerRows<Intent> {
  const only = status === undefined ? undefined : `status=${status}`;
  return useOwnerRows('/intents/', intentShape, { only, againMs: listAgainMs });
}

/** One intent, refreshed while it can still change. */
export function useIntent(id: string) {
  const seen = useRef<{ readonly status: IntentStatus; readonly since: number }>(undefined);
  const waited = (status: IntentStatus): number => {
    if (seen.current?.status !== status) seen.current = { status, since: Date.now() };
    return Date.now() - seen.current.since;
  };
  return useQuery({
    ...useOwnerQuery(['intent', id], { path: pathOf(id), shape: detailShape }),
    refetchInterval: ({ state: { data, error } }) =>
      data === undefined ? againAfter(error) : askAgainMs(data.status, waited(data.status)),
  });
}

/**
 * The transaction of an open intent, built on first use and by `refetch` only, so that the one shown stays the same.
 */
export function useIntentTransaction(id: string, enabled: boolean) {
  const { session } = useSession();
  return useQuery({
    queryKey: ['transaction', session?.address, id],
    queryFn: async ({ signal }): Promise<MadeTransaction> => {
      const madeAt = Date.now();
      const question = {
        path: `${pathOf(id)}transaction/`,
        method: 'POST',
        shape: transactionShape,
      } as const;
      return { ...(await askOwner({ ...question, signal })), madeAt };
    },
    enabled: enabled && session !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export interface Execution {
  readonly id: string;
  /** The transaction shown, which is the one signed. */
  readonly shown: MadeTransaction;
  readonly connection: Connection;
  readonly cluster: string | undefined;
  /** Called once the wallet has signed. */
  readonly onSigned: () => void;
}

/** Asks the owner's wallet to sign the transaction shown, and submits it. @throws Failure */
export async function signAndSend({ id, shown, connection, cluster, onSigned }: Execution) {
  const transaction = bytesOfBase64(shown.transaction);
  const signed = await signTransaction(connection, { transaction, cluster });
  onSigned();
  const body = { transaction: base64OfBytes(signed) };
  return askOwner({ path: `${pathOf(id)}submit/`, shape: detailShape, body });
}

export interface OwnRequest {
  readonly action: OwnAction;
  readonly launchId: string;
  /** Base units; only for a pledge. */
  readonly amount?: bigint | undefined;
}

/** Makes an intent of the owner's own, which moves nothing before it is signed. @throws Failure */
export function makeIntent({ action, launchId, amount }: OwnRequest) {
  const body = { action, launch_id: launchId, ...(amount !== undefined && { amount: amount.toString() }) };
  return askOwner({ path: '/intents/', shape: detailShape, body });
}

/** Approves an intent that is executed elsewhere. @throws Failure */
export function approveIntent(id: string) {
  return askOwner({ path: `${pathOf(id)}approve/`, method: 'POST', shape: detailShape });
}

/** @throws Failure */
export function rejectIntent(id: string, reason: string) {
  const body = reason === '' ? {} : { reason };
  return askOwner({ path: `${pathOf(id)}reject/`, shape: detailShape, body });
}

const pathOf = (id: string): `/${string}/` => `/intents/${encodeURIComponent(id)}/`;

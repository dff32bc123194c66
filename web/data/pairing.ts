import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { SCOPES } from '../model/scopes.ts';
import type { Connection } from './connection.ts';
import { askRest } from './http.ts';
import { instant } from './scalars.ts';
import { signText } from './sign.ts';

export const scopeList = z.array(z.enum(SCOPES));

const requestShape = z.object({
  client_name: z.string(),
  requested_scopes: scopeList,
  message: z.string(),
  deny_message: z.string(),
  expires_at: instant,
  token_expires_at: instant,
});

/** An agent's pairing request. */
export type PairingRequest = z.output<typeof requestShape>;

/** Looks up the request of a code. It changes nothing and is not retried: wrong codes are counted. */
export function usePairingRequest(code: string) {
  return useQuery({
    queryKey: ['pairing', code],
    queryFn: ({ signal }) =>
      askRest({
        path: `/pair/request/?user_code=${encodeURIComponent(code)}`,
        shape: requestShape,
        signal,
      }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

const decided = z.object({ status: z.enum(['approved', 'denied']) });

export type Verb = 'approve' | 'deny';

export interface PairingDecision {
  readonly verb: Verb;
  readonly code: string;
  /** The request as shown: each decision has its own message to sign. */
  readonly request: Pick<PairingRequest, 'message' | 'deny_message'>;
  readonly connection: Connection;
}

/** Decides with a wallet's signature of what was shown; there is no other way. @throws Failure */
export async function decidePairing({ verb, code, request, connection }: PairingDecision) {
  const body = {
    user_code: code,
    wallet_address: connection.account.address,
    signature: await signText(connection, verb === 'approve' ? request.message : request.deny_message),
  };
  return askRest({ path: `/pair/${verb}/`, shape: decided, body });
}

import { z } from 'zod';
import * as wire from '../../../schemas/rest/wallet-control.ts';
import {
  type Change,
  type Counterparty,
  counterpartiesChanges,
  countryName,
  type Decimals,
  differing,
  type Limit,
  limitsChanges,
  type Policy,
  policyChanges,
} from './changes.ts';

/** The current settings that requests may change. */
export interface Held {
  readonly switch: string;
  readonly permission_mode: string;
  readonly policy: Policy;
  readonly limits: readonly Limit[];
  readonly counterparties: readonly Counterparty[];
  readonly jurisdiction: string | null;
}

export interface Asked {
  readonly kind: string;
  readonly payload: unknown;
}

type Reader = (payload: unknown, held: Held, known: Decimals) => Change[] | undefined;

const READERS: Readonly<Record<string, Reader>> = {
  switch: reader(z.object({ switch: z.string() }), (next, held) =>
    differing([['Your agents', held.switch, next.switch]]),
  ),
  permission_mode: reader(wire.permissionModeRequest, (next, held) =>
    differing([['Permission mode', held.permission_mode, next.permission_mode]]),
  ),
  wallet_policy: reader(wire.walletPolicy, (next, held) => policyChanges(held.policy, next)),
  trading_limits: reader(wire.limitsRequest, ({ limits }, held, known) =>
    limitsChanges(held.limits, limits.map(limitOf), known),
  ),
  counterparties: reader(wire.counterpartiesRequest, (next, held) =>
    counterpartiesChanges(held.counterparties, next.counterparties),
  ),
  jurisdiction: reader(wire.jurisdictionRequest, ({ country }, held) =>
    differing([
      [
        'Country',
        held.jurisdiction === null ? 'not declared' : countryName(held.jurisdiction),
        countryName(country),
      ],
    ]),
  ),
};

/** What a request would change; undefined if it is about something else. */
export function requestChanges({ kind, payload }: Asked, held: Held, known: Decimals): Change[] | undefined {
  return READERS[kind]?.(payload, held, known);
}

function reader<Payload>(
  shape: z.ZodType<Payload>,
  changes: (payload: Payload, held: Held, known: Decimals) => Change[],
): Reader {
  return (payload, held, known) => {
    const { data } = shape.safeParse(payload);
    return data === undefined ? undefined : changes(data, held, known);
  };
}

function limitOf({ mint, per_intent, per_day }: wire.SpendingLimitRecord): Limit {
  const bound = (text: string | null): bigint | null => (text === null ? null : BigInt(text));
  return { mint, per_intent: bound(per_intent), per_day: bound(per_day) };
}

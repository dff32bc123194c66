import type { ZodType } from 'zod';
import type { Queries } from '../../../../core/oltp/port.ts';
import type { OwnerRequest } from '../../../state/control/owner-requests.ts';
import type { WalletControl } from '../../../state/control/wallet-control.ts';
import type { ControlContext } from '../context.ts';

/** What a policy can name. */
export type KnownNames = Pick<ControlContext, 'tools' | 'venueNames'>;

interface Described<Payload> {
  readonly name: string;
  /** What it is, as the owner reads it before signing. */
  readonly title: string;
  /** Checks what was stored with a request. */
  readonly payload: ZodType<Payload>;
  /** Everything that would be done, line by line: what is not here is not signed for. */
  readonly lines: (payload: Payload) => readonly string[];
}

/** A part of an owner's control: stricter it is set at once, wider by the owner's signature. */
export interface SettingKind<Payload> extends Described<Payload> {
  readonly next: (held: WalletControl, payload: Payload) => WalletControl;
  /** Refuses names that nothing here has: they would bind nothing. Left out where there are none. */
  readonly requireKnown?: (held: WalletControl, payload: Payload, known: KnownNames) => void;
  /** Whether it holds already. Then nothing is written: a stop that is repeated without end costs no room. */
  readonly holdsAlready?: (held: WalletControl, payload: Payload) => boolean;
}

/** Something that takes the owner's signature always. */
export interface GrantingKind<Payload> extends Described<Payload> {
  /** Does it, in the transaction in which the request is approved. */
  readonly act: (queries: Queries, approved: Approved<Payload>) => Promise<void>;
}

export interface Approved<Payload> {
  readonly request: OwnerRequest;
  readonly payload: Payload;
  /** Unix milliseconds. */
  readonly at: number;
}

export type RequestKind<Payload> = SettingKind<Payload> | GrantingKind<Payload>;

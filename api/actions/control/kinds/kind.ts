import type { ZodType } from 'zod';
import type { Queries } from '../../../../core/oltp/port.ts';
import type { OwnerRequest } from '../../../state/control/owner-requests.ts';
import type { WalletControl } from '../../../state/control/wallet-control.ts';
import type { ControlContext } from '../context.ts';

export type KnownNames = Pick<ControlContext, 'tools' | 'venueNames'>;

interface Described<Payload> {
  readonly name: string;
  /** Its description, as the owner reads it before signing. */
  readonly title: string;
  /** Validates what was stored with a request. */
  readonly payload: ZodType<Payload>;
  /** Everything that would be done, line by line: only what is listed here is signed. */
  readonly lines: (payload: Payload) => readonly string[];
}

/** A part of an owner's control: stricter changes apply immediately, others need the owner's signature. */
export interface SettingKind<Payload> extends Described<Payload> {
  readonly next: (held: WalletControl, payload: Payload) => WalletControl;
  /** Refuses unknown names, which would have no effect. Absent if there are no names. */
  readonly requireKnown?: (held: WalletControl, payload: Payload, known: KnownNames) => void;
  /** Whether it is already set. Then nothing is written, so endless repeated stops take no space. */
  readonly holdsAlready?: (held: WalletControl, payload: Payload) => boolean;
}

/** Something that always needs the owner's signature. */
export interface GrantingKind<Payload> extends Described<Payload> {
  /** Carries it out, in the transaction that approves the request. */
  readonly act: (queries: Queries, approved: Approved<Payload>) => Promise<void>;
}

export interface Approved<Payload> {
  readonly request: OwnerRequest;
  readonly payload: Payload;
  readonly at: number;
}

export type RequestKind<Payload> = SettingKind<Payload> | GrantingKind<Payload>;

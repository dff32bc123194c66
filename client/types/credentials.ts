import type * as keys from '../../schemas/rest/keys.ts';

export type Credential = Readonly<keys.CredentialAnswer>;
export type CredentialPage = Readonly<keys.CredentialListAnswer>;
export type KeyConfirmation = Readonly<keys.KeyConfirmationAnswer>;
/** A credential of which `key` is shown this once. */
export type IssuedKey = Readonly<keys.KeyIssued>;
/** A credential of which `token` is shown this once. */
export type RotatedToken = Readonly<keys.TokenRotated>;
export type CredentialEvent = Readonly<keys.CredentialEventAnswer>;
export type CredentialEventPage = Readonly<keys.CredentialEventsAnswer>;

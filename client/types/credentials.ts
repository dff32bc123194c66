import type * as keys from '../../schemas/rest/keys.ts';

export type Credential = Readonly<keys.CredentialAnswer>;
export type CredentialPage = Readonly<keys.CredentialListAnswer>;
export type KeyConfirmation = Readonly<keys.KeyConfirmationAnswer>;
/** A credential with its `key`, shown only once. */
export type IssuedKey = Readonly<keys.KeyIssued>;
/** A credential with its `token`, shown only once. */
export type RotatedToken = Readonly<keys.TokenRotated>;
export type CredentialEvent = Readonly<keys.CredentialEventAnswer>;
export type CredentialEventPage = Readonly<keys.CredentialEventsAnswer>;

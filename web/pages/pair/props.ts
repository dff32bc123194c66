import type { PairingRequest } from '../../data/pairing.ts';

export interface RequestProps {
  readonly code: string;
  readonly request: PairingRequest;
}

export interface OpenRequestProps extends RequestProps {
  /** By the reader's clock, which may be wrong: whoever hears it asks again. */
  readonly onExpired: () => unknown;
}

import type { PairingRequest } from '../../data/pairing.ts';

export interface RequestProps {
  readonly code: string;
  readonly request: PairingRequest;
}

export interface OpenRequestProps extends RequestProps {
  /** By the reader's clock, which may be wrong: the page then asks again. */
  readonly onExpired: () => unknown;
}

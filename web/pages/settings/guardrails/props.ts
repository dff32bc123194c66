import type { WalletControl } from '../../../data/owner/control.ts';

export interface WaitsProps {
  /** Called with the request that waits for the signature. */
  readonly onWaits: (request: string) => void;
}

export interface ControlProps extends WaitsProps {
  readonly control: WalletControl;
}

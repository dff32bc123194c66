import type { Oltp } from '../../../../core/oltp/port.ts';

export interface OltpUnderTest {
  readonly oltp: Oltp;
  dispose(): Promise<void>;
}

export type OpenOltp = () => Promise<OltpUnderTest>;
export type GetOltp = () => Oltp;

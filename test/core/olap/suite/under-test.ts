import type { Olap } from '../../../../core/olap/port.ts';

export interface OlapUnderTest {
  readonly olap: Olap;
  dispose(): Promise<void>;
}

export type OpenOlap = () => Promise<OlapUnderTest>;
export type GetOlap = () => Olap;

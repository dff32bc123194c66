import { afterEach, beforeEach } from 'vitest';
import { type IndexSuite, indexSuite } from './index-suite.ts';
import { type ApiUnderTest, openApi, showSlot } from './mirror-under-test.ts';

/** An index that is empty before each test, and the API over it. */
export interface MirrorSuite extends IndexSuite {
  readonly api: ApiUnderTest;
  /** Moves the index to a slot and waits until the API shows it. */
  show(slot: bigint): Promise<void>;
}

/** Opens both around the tests of the block in which it is called. */
export function mirrorSuite(open = ({ olap }: IndexSuite) => openApi(olap)): MirrorSuite {
  const under = indexSuite();
  let api: ApiUnderTest;
  beforeEach(() => {
    api = open(under);
  });
  afterEach(async () => {
    await api.stop();
  });
  return {
    get index() {
      return under.index;
    },
    get olap() {
      return under.olap;
    },
    get api() {
      return api;
    },
    show: (slot) => showSlot(under, api, slot),
  };
}

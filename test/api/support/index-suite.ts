import { afterAll, beforeAll, beforeEach } from 'vitest';
import { absent } from '../../support/absent.ts';
import { type IndexUnderTest, openIndex } from './mirror-under-test.ts';

/** An index that is empty before each test. */
export type IndexSuite = Pick<IndexUnderTest, 'index' | 'olap'>;

/** Opens it around the tests of the block in which it is called. */
export function indexSuite(): IndexSuite {
  let under: IndexUnderTest | undefined;
  beforeAll(async () => {
    under = await openIndex();
  });
  afterAll(() => under?.dispose());
  beforeEach(() => under?.index.reset());
  const opened = () => under ?? absent<IndexUnderTest>('index yet');
  return {
    get index() {
      return opened().index;
    },
    get olap() {
      return opened().olap;
    },
  };
}

import type { Olap } from '../../core/olap/port.ts';
import type { IndexBuilder } from './index-builder.ts';

const BATCHES = 10;

/** Keys are hashes, so they are in no order, and every tenth pledge changed once. */
const SQL = `
  INSERT INTO pledge_versions
    (launch_id, pledger, slot, address, amount, tokens_released, pledged_ts, revision, lamports)
  SELECT 7, SHA256(toString(number)), {slot:UInt64}, SHA256(concat('address ', toString(number))),
    cityHash64(number, {slot:UInt64}), number, 1790000000 + number, 1, 1
  FROM numbers({first:UInt64}, {count:UInt64})`;

/** Launch 7 with as many pledges as asked for, and launch 8 without any, as of slot 5. */
export async function fillManyPledges(olap: Olap, index: IndexBuilder, pledges: number): Promise<void> {
  await index.reset();
  const count = pledges / BATCHES;
  for (let batch = 0; batch < BATCHES; batch++) {
    const parameters = { first: batch * count, count, slot: 2 };
    await olap.writer.command({ sql: SQL, parameters });
    await olap.writer.command({ sql: SQL, parameters: { ...parameters, count: count / 10, slot: 3 } });
  }
  index.launch({ launchId: 7n, slot: 1n }).launch({ launchId: 8n, slot: 1n });
  index.coverage('streamed', 1n, 5n);
  await index.checkpoint({ slot: 5n });
}

import { createHash, randomUUID } from 'node:crypto';
import type { OlapLane } from '../../core/olap/port.ts';

/** The row of `imports` that says whether the store has a whole index. */
export class ImportLedger {
  readonly #lane: OlapLane;
  readonly #parameters: Readonly<Record<string, string | bigint>>;

  constructor(lane: OlapLane, { slot, manifest }: { slot: bigint; manifest: string }) {
    this.#lane = lane;
    const sha256 = createHash('sha256').update(manifest).digest('hex');
    this.#parameters = { id: randomUUID(), slot, sha256 };
  }

  record(state: 'started' | 'finished' | 'abandoned'): Promise<void> {
    const sql = `INSERT INTO imports (id, state, slot, manifest_sha256, at)
      SELECT {id:String}, {state:String}, {slot:UInt64}, {sha256:String}, now64(3, 'UTC')`;
    return this.#lane.command({ sql, parameters: { ...this.#parameters, state } });
  }
}

import type { SubscribeUpdate } from '../../../core/kernel/geyser.ts';
import { createLogger } from '../../../core/kernel/logger.ts';
import type { UpdateSink } from '../../../indexer/model/source.ts';
import { createUpdateSource } from '../../../indexer/source/yellowstone.ts';
import { requestOf } from '../../support/geyser-request.ts';
import { connectOfficialClient } from '../../support/official-client.ts';
import { key58 } from '../../support/scripted-feed.ts';
import type { ClientResult, Contender } from './contender.ts';

/** A process of its own: follows the stream to its end and reports what that cost. */
const [, , name, endpoint] = process.argv as [string, string, Contender, string];

class Tally {
  updates = 0;
  checksum = 0;
  #started = 0;
  #cpu = process.cpuUsage();

  add(writeVersion: number): void {
    if (this.updates === 0) {
      this.#started = performance.now();
      this.#cpu = process.cpuUsage();
    }
    this.updates += 1;
    this.checksum += writeVersion;
  }

  result(): ClientResult {
    const seconds = (performance.now() - this.#started) / 1000;
    const { user, system } = process.cpuUsage(this.#cpu);
    const { updates, checksum } = this;
    return { updates, checksum, perSecond: updates / seconds, cpuMicros: (user + system) / updates };
  }
}

/** The obvious choice: the official client's `data` events. */
async function followOfficially(tally: Tally): Promise<void> {
  const client = await connectOfficialClient(endpoint);
  const request = requestOf({ accounts: { program: { owner: [key58('program')] } } });
  const stream = await client.subscribe(request);
  const closed = new Promise((resolve) => stream.once('close', resolve));
  stream.on('data', (update: SubscribeUpdate) => {
    if (update.account?.account) tally.add(Number(update.account.account.writeVersion));
  });
  stream.on('error', () => undefined);
  await closed;
}

async function followBySource(transport: Exclude<Contender, 'official'>, tally: Tally): Promise<void> {
  const sink: UpdateSink = {
    account: ({ numbers }) => tally.add(numbers.readUInt32LE(16)),
    slot: () => undefined,
    blockMeta: () => undefined,
  };
  const source = createUpdateSource({ endpoint, transport, logger: createLogger('silent') });
  const filter = { commitment: 'confirmed', owner: key58('program'), accounts: [] } as const;
  await source.subscribe(filter, sink).ended;
}

const tally = new Tally();
await (name === 'official' ? followOfficially(tally) : followBySource(name, tally));
process.send?.(tally.result(), () => process.exit());

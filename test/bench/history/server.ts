import type { AddressInfo } from 'node:net';
import { shareAmongClients } from '../../../api/access/history/shared-lane.ts';
import { systemClock } from '../../../core/kernel/clock.ts';
import { openApi, openIndex } from '../../api/support/mirror-under-test.ts';
import { fillManyPledges } from '../../support/many-pledges.ts';

/** Ports of the same API: with ClickHouse shared among clients, and with one queue for all. */
export interface Ports {
  readonly shared: number;
  readonly oneQueue: number;
}

const under = await openIndex();
await fillManyPledges(under.olap, under.index, Number(process.argv[2]));
const share = shareAmongClients({ clock: systemClock, metrics: { limited: () => undefined } });
const { reader, scanner } = under.olap;
const apis = {
  shared: await listening({ lane: share(reader), scanner: share(scanner) }),
  oneQueue: await listening({ lane: reader, scanner }),
};

process.on('message', async () => {
  for (const { api } of Object.values(apis)) await api.stop();
  await under.dispose();
  process.disconnect();
});
process.send?.({ shared: apis.shared.port, oneQueue: apis.oneQueue.port } satisfies Ports);

async function listening(reading: Parameters<typeof openApi>[4]) {
  const parts = { requestsPerWindow: 1_000_000, trustedProxies: ['127.0.0.1'] };
  const api = openApi(under.olap, parts, {}, {}, reading);
  await api.followed.reaches(5n);
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  return { api, port: (api.app.server.address() as AddressInfo).port };
}

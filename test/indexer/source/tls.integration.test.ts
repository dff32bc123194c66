import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../../../core/kernel/logger.ts';
import { TRANSPORTS } from '../../../core/kernel/settings/schema.ts';
import { startYellowstone, type Yellowstone } from '../../../fixtures/localnet/yellowstone/server.ts';
import type { UpdateSource } from '../../../indexer/model/source.ts';
import { createUpdateSource } from '../../../indexer/source/yellowstone.ts';
import { RecordingSink } from '../../support/recording-sink.ts';
import { key58, ScriptedFeed } from '../../support/scripted-feed.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { waitFor } from '../../support/wait-for.ts';

const FILTER = { commitment: 'confirmed', owner: key58('program'), accounts: [] } as const;

describe('a source behind https://', () => {
  const tls = selfSigned();
  let feed: ScriptedFeed;
  let server: Yellowstone;
  let source: UpdateSource;

  beforeEach(async () => {
    feed = new ScriptedFeed();
    server = await startYellowstone(feed, { host: '127.0.0.1', port: 0, tls });
  });
  afterEach(async () => {
    await source.close();
    await server.close();
  });

  function open(transport: (typeof TRANSPORTS)[number], certificateAuthority?: string): UpdateSource {
    const logger = createLogger('silent');
    source = createUpdateSource({ endpoint: server.endpoint, transport, logger, certificateAuthority });
    return source;
  }

  test('is followed by http2 when its authority is trusted', async () => {
    const sink = new RecordingSink();
    open('http2', tls.cert).subscribe(FILTER, sink);
    await waitFor(() => sink.pings >= 2, { what: 'the pong' });
    feed.play(10n);
    await waitFor(() => sink.accounts.length > 0, { what: 'the account' });
    expect(sink.accounts.length).toBe(1);
  });

  test.each(TRANSPORTS)('is not followed by %s when nobody vouches for it', async (name) => {
    const sink = new RecordingSink();
    const end = await open(name).subscribe(FILTER, sink).ended;
    expect(end).toMatchObject({ kind: 'refused', detail: expect.stringContaining('NODE_EXTRA_CA_CERTS') });
    expect(sink.pings).toBe(0);
  });
});

import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { LaunchlensProcess } from '../support/launchlens-process.ts';
import { connectAgent } from '../support/mcp-agent.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../support/otlp-receiver.ts';
import { type TemporaryDirectory, temporaryDirectory } from '../support/temporary-directory.ts';
import { waitFor } from '../support/wait-for.ts';
import { testWallet } from '../support/wallets.ts';

const firstChange = z.object({ first_slot: z.number() });
const wallet = testWallet('asked for').address;

let directory: TemporaryDirectory;
let collector: OtlpReceiver;
let demo: LaunchlensProcess;
let url: string;
/** A slot of the past, whose state only ClickHouse has. */
let slot: number;

beforeAll(async () => {
  [directory, collector] = await Promise.all([temporaryDirectory(), startOtlpReceiver()]);
  demo = new LaunchlensProcess(['up', '--demo', '--speed', '4'], {
    cwd: directory.path,
    env: {
      HTTP_PORT: '0',
      DATA_DIR: directory.path,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: 'launchlens-under-test',
    },
  });
  [, url = ''] = await demo.prints(/(http:\/\/127\.0\.0\.1:\d+)\/docs/);
  slot = await firstIndexed();
  await indexedAbove(slot);
});
afterAll(async () => {
  await demo?.[Symbol.asyncDispose]();
  await collector?.[Symbol.asyncDispose]();
  await directory?.[Symbol.asyncDispose]();
});

/** The slot of the snapshot with which the index begins: memory goes back to the slots after it. */
function firstIndexed(): Promise<number> {
  const first = async (): Promise<number | false> => {
    const answer = await fetch(`${url}/api/v1/ilo/launches/1/changes/`);
    return answer.ok && firstChange.parse(await answer.json()).first_slot;
  };
  return waitFor(first, { what: 'launch 1 in the index' });
}

function indexedAbove(last: number): Promise<number> {
  const newest = async (): Promise<number | false> => {
    const answer = await fetch(`${url}/api/v1/ilo/launches/1/`);
    const found = Number(answer.headers.get('x-last-indexed-slot'));
    return answer.ok && found > last && found;
  };
  return waitFor(newest, { what: `launch 1 above slot ${last}` });
}

/** The caller's own trace, as a header says it. */
function callerTrace() {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

/** The names from a span up to its root, or up to what the caller named as its parent. */
function pathOf(span: ReceivedSpan): string[] {
  const parent = collector.spans.find(
    ({ traceId, spanId }) => traceId === span.traceId && spanId === span.parentId,
  );
  return [...(parent ? pathOf(parent) : []), span.name];
}

/** Waits until a path in one trace has come. */
async function expectPath(
  isOfTrace: (span: ReceivedSpan) => boolean,
  path: readonly string[],
): Promise<void> {
  const seen = () => collector.spans.filter(isOfTrace).map((span) => pathOf(span).join(' > '));
  await waitFor(() => seen().includes(path.join(' > ')), { what: path.join(' > ') });
}

const rootOf = (trace: string): ReceivedSpan | undefined =>
  collector.spans.find(({ traceId, name }) => traceId === trace && /^(GET|POST) /.test(name));

describe('with a collector of traces', () => {
  test('a REST read leads from its route to its statement, in the trace of the caller', async () => {
    const { traceId, spanId, headers } = callerTrace();
    const answer = await fetch(`${url}/api/v1/ilo/launches/1/?as_of_slot=${slot}&wallet=${wallet}`, {
      headers,
    });
    expect(answer.status).toBe(200);

    await expectPath(
      (span) => span.traceId === traceId,
      ['GET /api/v1/ilo/launches/:launch_id/', 'SELECT launch_versions'],
    );
    expect(rootOf(traceId)).toMatchObject({
      parentId: spanId,
      attributes: {
        'http.route': '/api/v1/ilo/launches/:launch_id/',
        'http.response.status_code': '200',
        'launchlens.request_id': answer.headers.get('x-request-id'),
      },
    });
  });

  test('a GraphQL query leads from its field to its statement', async () => {
    const { traceId, headers } = callerTrace();
    const query = `{ launch(launchId: "1", asOfSlot: ${slot}) { totalPledged } }`;
    await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });

    await expectPath(
      (span) => span.traceId === traceId,
      ['POST /graphql', 'Query.launch', 'SELECT launch_versions'],
    );
  });

  test('a call of an MCP tool leads from the tool to its statement', async () => {
    const { traceId, headers } = callerTrace();
    await using agent = await connectAgent(url, { path: '/mcp', headers });
    await agent.call('get_ilo_details', { launch_id: '1', as_of_slot: slot });

    await expectPath(
      (span) => span.traceId === traceId,
      ['POST /mcp', 'tool get_ilo_details', 'SELECT launch_versions'],
    );
  });

  test('a slot leads from the stream to its rows', async () => {
    const received = () =>
      collector.spans.find(
        ({ name, attributes }) =>
          name === 'receive and decode slot' && Number(attributes['launchlens.slot']) > slot,
      );
    const { traceId } = await waitFor(received, { what: 'the trace of a slot' });

    const isOfTrace = (span: ReceivedSpan): boolean => span.traceId === traceId;
    await expectPath(isOfTrace, ['index slots', 'receive and decode slot']);
    await expectPath(isOfTrace, ['index slots', 'write batch', 'INSERT slots']);
    await expectPath(isOfTrace, ['index slots', 'write batch', 'INSERT checkpoints']);
  });

  test('names the service, and holds nothing that a client sent', () => {
    expect(collector.resource).toMatchObject({ 'service.name': 'launchlens-under-test' });
    expect(collector.text).not.toContain(wallet);
  });
});

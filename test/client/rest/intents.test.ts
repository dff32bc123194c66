import { expect, test } from 'vitest';
import { InvalidRequestError, Launchlens, MalformedAnswerError } from '../../../client/index.ts';

const ID = '5b1f6d9e-0a35-4a47-9a5e-1f3f8f3f2a10';
const HANDED_OUT = { transaction: 'BAUG' };
const SIGNED = Uint8Array.of(1, 2, 3);

/** A client whose requests are kept, each answered by the next of the answers. */
function clientOf(...answers: readonly { readonly status?: number; readonly json: object }[]) {
  const asked: { readonly what: string; readonly body: unknown }[] = [];
  const waited: number[] = [];
  const launchlens = new Launchlens({
    ...{ url: 'http://api.test', env: {}, sessionToken: 'a.b.c', retries: 0 },
    wait: async (milliseconds) => {
      waited.push(milliseconds);
    },
    fetch: async (url, init) => {
      const body = init?.body;
      asked.push({
        what: `${init?.method} ${String(url).replace('http://api.test/api/v1', '')}`,
        body: typeof body === 'string' ? JSON.parse(body) : undefined,
      });
      const { status = 200, json } = answers[asked.length - 1] ?? { json: {} };
      return new Response(JSON.stringify(json), { status, headers: { 'content-type': 'application/json' } });
    },
  });
  return { intents: launchlens.intents, asked, waited };
}

test('intents are listed, looked at, approved and rejected by the paths of REST', async () => {
  const { intents, asked } = clientOf();
  await intents.list({ status: 'proposed', limit: 5, before: ID });
  await intents.get(ID);
  await intents.approve(ID);
  await intents.reject(ID);
  await intents.reject(ID, { reason: 'not now' });
  await intents.get('../keys');
  expect(asked).toEqual([
    { what: `GET /intents/?status=proposed&limit=5&before=${ID}`, body: undefined },
    { what: `GET /intents/${ID}/`, body: undefined },
    { what: `POST /intents/${ID}/approve/`, body: {} },
    { what: `POST /intents/${ID}/reject/`, body: {} },
    { what: `POST /intents/${ID}/reject/`, body: { reason: 'not now' } },
    { what: 'GET /intents/..%2Fkeys/', body: undefined },
  ]);
});

test('executing has the wallet sign exactly what was handed out, after it was looked at', async () => {
  const { intents, asked } = clientOf({ json: HANDED_OUT });
  const order: string[] = [];
  await intents.execute(
    ID,
    {
      signTransaction: (transaction) => {
        order.push(Buffer.from(transaction).toString('base64'));
        return SIGNED;
      },
    },
    {
      look: ({ transaction }) => {
        order.push(`shown ${transaction}`);
      },
    },
  );
  expect(order).toEqual(['shown BAUG', 'BAUG']);
  expect(asked.at(-1)).toEqual({ what: `POST /intents/${ID}/submit/`, body: { transaction: 'AQID' } });
});

test('nothing is sent when the owner does not like what it is, or the wallet refuses', async () => {
  const refused = new Error('no');
  const refuse = () => {
    throw refused;
  };
  for (const [look, signTransaction] of [
    [refuse, () => SIGNED],
    [undefined, refuse],
  ] as const) {
    const { intents, asked } = clientOf({ json: HANDED_OUT });
    const executing = intents.execute(ID, { signTransaction }, look ? { look } : {});
    await expect(executing).rejects.toBe(refused);
    expect(asked.map(({ what }) => what)).toEqual([`POST /intents/${ID}/transaction/`]);
  }
});

test('a transaction that does not parse never comes to the wallet', async () => {
  const { intents } = clientOf({ json: { transaction: 'no base64!' } });
  let signed = 0;
  const signTransaction = (): Uint8Array => {
    signed += 1;
    return SIGNED;
  };
  await expect(intents.execute(ID, { signTransaction })).rejects.toThrow(MalformedAnswerError);
  expect(signed).toBe(0);
});

test('the outcome is waited for until nothing is left to happen', async () => {
  const statuses = ['approved', 'submitted', 'confirmed'];
  const { intents, waited } = clientOf(...statuses.map((status) => ({ json: { status } })));
  expect(await intents.outcome(ID)).toEqual({ status: 'confirmed' });
  expect(waited).toEqual([1_000, 1_000]);
});

test('what the API refuses is told as it says it', async () => {
  const { intents } = clientOf({ status: 400, json: { detail: 'Nothing was sent.' } });
  const submitting = intents.submit(ID, SIGNED);
  await expect(submitting).rejects.toThrow(InvalidRequestError);
  await expect(submitting).rejects.toThrow('Nothing was sent.');
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A span by opentelemetry/proto/trace/v1/trace.proto. */
export interface ReceivedSpan {
  /** In hex, like the other two. */
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root of a trace. */
  readonly parentId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

export interface OtlpReceiver extends AsyncDisposable {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Of the process that sent the spans. */
  readonly resource: Readonly<Record<string, string>>;
  /** Everything that came, as text: for what must not be in it. */
  readonly text: string;
}

/** A collector that takes OTLP over HTTP in protobuf, and keeps the spans. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const resource: Record<string, string> = {};
  let text = '';
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/x-protobuf') {
      response.writeHead(400).end();
      return;
    }
    text += body.toString('latin1');
    for (const ofResource of all(fields(body), 1)) {
      for (const of of all(fields(ofResource), 1)) Object.assign(resource, attributesOf(all(fields(of), 1)));
      for (const scope of all(fields(ofResource), 2)) {
        for (const span of all(fields(scope), 2)) spans.push(spanOf(span));
      }
    }
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resource,
    get text() {
      return text;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function spanOf(message: Buffer): ReceivedSpan {
  const found = fields(message);
  const hex = (field: number): string => all(found, field)[0]?.toString('hex') ?? '';
  return {
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    name: all(found, 5)[0]?.toString() ?? '',
    attributes: attributesOf(all(found, 9)),
  };
}

/** `KeyValue`s as text; of the kinds of values, those that we send. */
function attributesOf(pairs: readonly Buffer[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const found = fields(pair);
      const value = fields(all(found, 2)[0] ?? Buffer.alloc(0))[0];
      return [all(found, 1)[0]?.toString() ?? '', value?.bytes?.toString() ?? String(value?.number)];
    }),
  );
}

interface Field {
  readonly field: number;
  /** Of a length-delimited field. */
  readonly bytes?: Buffer;
  /** Of a varint. */
  readonly number?: bigint;
}

function all(found: readonly Field[], field: number): Buffer[] {
  return found.flatMap((each) => (each.field === field && each.bytes ? [each.bytes] : []));
}

const VARINT = 0;
const FIXED64 = 1;
const DELIMITED = 2;
const FIXED32 = 5;

/** The fields of a protobuf message. */
function fields(message: Buffer): Field[] {
  const found: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < message.length) {
    const key = Number(varint());
    const [field, type] = [key >> 3, key & 7];
    if (type === VARINT) found.push({ field, number: varint() });
    else if (type === FIXED64) at += 8;
    else if (type === FIXED32) at += 4;
    else if (type === DELIMITED) {
      const length = Number(varint());
      found.push({ field, bytes: message.subarray(at, at + length) });
      at += length;
    } else throw new Error(`a field of wire type ${type}`);
  }
  return found;
}

import { Client, credentials, Metadata, type ServiceError, type StatusObject } from '@grpc/grpc-js';
import { GEYSER_SERVICE, geyser, type SubscribeUpdate } from '../../core/kernel/geyser.ts';
import { type RequestDraft, requestOf } from './geyser-request.ts';

const asIs = (bytes: Buffer): Buffer => bytes;

function clientOf(endpoint: string): Client {
  return new Client(new URL(endpoint).host, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  });
}

function metadataOf(xToken: string | undefined): Metadata {
  const metadata = new Metadata();
  if (xToken !== undefined) metadata.set('x-token', xToken);
  return metadata;
}

/** One unary call by an independent gRPC client: the raw answer, or the error with its code. */
export function callUnary(
  endpoint: string,
  method: string,
  request: Uint8Array,
  xToken?: string,
): Promise<Buffer> {
  const client = clientOf(endpoint);
  const path = `${GEYSER_SERVICE}${method}`;
  return new Promise<Buffer>((resolve, reject) => {
    const done = (error: ServiceError | null, answer?: Buffer): void => {
      client.close();
      if (error) reject(error);
      else resolve(answer ?? Buffer.alloc(0));
    };
    client.makeUnaryRequest(path, asIs, asIs, Buffer.from(request), metadataOf(xToken), done);
  });
}

export interface OpenCall {
  readonly updates: SubscribeUpdate[];
  /** Resolves when the server has ended the stream and everything was read. */
  readonly status: Promise<StatusObject>;
  send(request: RequestDraft): void;
  sendRaw(bytes: Uint8Array): void;
  halfClose(): void;
  /** Stops reading for good. */
  pause(): void;
  cancel(): void;
}

/** A Subscribe stream by an independent gRPC client, decoded by the official codec. */
export function openSubscribe(endpoint: string, xToken?: string): OpenCall {
  const client = clientOf(endpoint);
  const call = client.makeBidiStreamRequest(`${GEYSER_SERVICE}Subscribe`, asIs, asIs, metadataOf(xToken));
  const updates: SubscribeUpdate[] = [];
  call.on('data', (message: Buffer) => updates.push(geyser.SubscribeUpdate.decode(message)));
  call.on('error', () => undefined);
  const status = new Promise<StatusObject>((resolve) => {
    call.on('status', (received: StatusObject) => {
      client.close();
      resolve(received);
    });
  });
  const sendRaw = (bytes: Uint8Array): void => {
    call.write(Buffer.from(bytes));
  };
  return {
    updates,
    status,
    sendRaw,
    send: (request) => sendRaw(geyser.SubscribeRequest.encode(requestOf(request)).finish()),
    halfClose: () => call.end(),
    pause: () => call.pause(),
    cancel: () => call.cancel(),
  };
}

import { Client, credentials, Metadata, type StatusObject } from '@grpc/grpc-js';
import {
  type Endpoint,
  MAX_MESSAGE_BYTES,
  portOf,
  type RawHandlers,
  type RawStream,
  SUBSCRIBE_PATH,
  type Transport,
  WINDOW_BYTES,
} from './transport.ts';

const CHANNEL_OPTIONS = {
  'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
  'grpc-node.flow_control_window': WINDOW_BYTES,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  // Reconnecting is the pipeline's work: a stream ends once and visibly.
  'grpc.enable_retries': 0,
  'grpc.use_local_subchannel_pool': 1,
} as const;

const asIs = (bytes: Buffer): Buffer => bytes;

/** `@grpc/grpc-js`, with raw bytes in place of decoded messages. */
export function grpcJsTransport(endpoint: Endpoint): Transport {
  return {
    name: 'grpc-js',
    open: (handlers, request) => openCall(endpoint, handlers, request),
  };
}

function openCall(endpoint: Endpoint, handlers: RawHandlers, request: Uint8Array): RawStream {
  const client = new Client(
    `${endpoint.url.hostname}:${portOf(endpoint)}`,
    endpoint.url.protocol === 'https:'
      ? credentials.createSsl(authority(endpoint))
      : credentials.createInsecure(),
    CHANNEL_OPTIONS,
  );
  const metadata = new Metadata();
  if (endpoint.xToken !== undefined) metadata.set('x-token', endpoint.xToken);
  const call = client.makeBidiStreamRequest(SUBSCRIBE_PATH, asIs, asIs, metadata);

  let over = false;
  let status: StatusObject | undefined;
  let drained = false;
  // The status can overtake messages that wait in the readable half.
  const settle = (): void => {
    if (over || !status || !drained) return;
    over = true;
    client.close();
    handlers.end({ kind: 'status', code: status.code, message: status.details });
  };
  call.on('data', (message: Buffer) => {
    if (!over) handlers.message(message, 0, message.length);
  });
  call.on('end', () => {
    drained = true;
    settle();
  });
  call.on('status', (received: StatusObject) => {
    status = received;
    settle();
  });
  // Every error comes as a status too.
  call.on('error', () => undefined);
  const write = (bytes: Uint8Array): void => {
    if (!over && !status) call.write(Buffer.from(bytes));
  };
  write(request);
  return {
    write,
    pause: () => call.pause(),
    resume: () => call.resume(),
    cancel: () => {
      if (over) return;
      over = true;
      call.cancel();
      client.close();
    },
  };
}

function authority({ certificateAuthority }: Endpoint): Buffer | null {
  return certificateAuthority === undefined ? null : Buffer.from(certificateAuthority);
}

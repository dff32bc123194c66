import { status as codes } from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { streamEndOf } from '../../../indexer/source/stream-end.ts';
import { rawEndOf } from '../../../indexer/source/transport/native-status.ts';

const ended = (code: number, message: string) => streamEndOf({ kind: 'status', code, message });

describe('the end of a stream', () => {
  test.each([
    [codes.OK, '', 'disconnected'],
    [codes.UNAUTHENTICATED, 'No valid auth token', 'refused'],
    [codes.INVALID_ARGUMENT, 'failed to create filter: data too large', 'refused'],
    [codes.UNIMPLEMENTED, 'method disabled', 'refused'],
    [codes.PERMISSION_DENIED, '', 'refused'],
    [codes.UNAVAILABLE, 'server is shutting down try again later', 'disconnected'],
    [codes.RESOURCE_EXHAUSTED, 'max subscription limit exceeded', 'disconnected'],
    [codes.INTERNAL, 'lagged to send an update', 'lagged'],
    [codes.INTERNAL, 'lagged to receive geyser messages', 'lagged'],
    [codes.INTERNAL, 'from_slot is not supported', 'replay_unavailable'],
    [codes.INTERNAL, 'failed to get replay response', 'replay_unavailable'],
    [codes.INTERNAL, 'failed to send from_slot request', 'replay_unavailable'],
    [codes.INTERNAL, 'something else', 'disconnected'],
    [codes.OUT_OF_RANGE, 'Error, decoded message length too large: found 70000000 bytes', 'refused'],
    [codes.RESOURCE_EXHAUSTED, 'Received message larger than max (70000000 vs 67108864)', 'refused'],
    [99, 'a code of the future', 'disconnected'],
  ])('by status %i "%s" is %s', (code, message, kind) => {
    expect(ended(code, message).kind).toBe(kind);
  });

  test('before the window names the first slot that is left, if the server did', () => {
    const told = ended(
      codes.OUT_OF_RANGE,
      'broadcast from 5 is not available, last available: 9007199254740993',
    );
    expect(told).toMatchObject({ kind: 'out_of_range', firstAvailable: 9_007_199_254_740_993n });
    const untold = ended(codes.OUT_OF_RANGE, 'broadcast from 5 is not available');
    expect(untold).toMatchObject({ kind: 'out_of_range', firstAvailable: undefined });
  });
});

describe('an error of the native client', () => {
  const nativeError = (...messages: string[]): Error | undefined =>
    messages.reduceRight<Error | undefined>((cause, message) => new Error(message, { cause }), undefined);

  test('carries its status in the text of a cause', () => {
    const error = nativeError(
      'subscribe stream receive failed',
      `code: 'Internal error', message: "said \\"no\\""`,
    );
    expect(rawEndOf(error)).toEqual({ kind: 'status', code: codes.INTERNAL, message: 'said "no"' });
  });

  test('may hold an apostrophe in the name of its code', () => {
    const error = nativeError(
      "code: 'The system is not in a state required for the operation's execution', message: \"m\"",
    );
    expect(rawEndOf(error)).toEqual({ kind: 'status', code: codes.FAILED_PRECONDITION, message: 'm' });
  });

  test('without a status is a lost connection, told with all causes', () => {
    const error = nativeError('failed to connect to gRPC endpoint', 'transport error', 'Connection refused');
    const detail = 'failed to connect to gRPC endpoint: transport error: Connection refused';
    expect(rawEndOf(error)).toEqual({ kind: 'lost', detail });
  });

  test('on a platform without it is a refusal', () => {
    const error = new LaunchlensError('TRANSPORT_UNAVAILABLE', {
      transport: 'native',
      platform: 'linux arm64',
    });
    expect(rawEndOf(error)).toEqual({ kind: 'refused', detail: error.message });
  });
});

import { status as codes } from '@grpc/grpc-js';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { untrusted } from './certificate.ts';
import type { RawEnd } from './transport.ts';

/** How the native client formats a status code (tonic, `Code::description`). */
const CODES: ReadonlyMap<string, number> = new Map([
  ['The operation was cancelled', codes.CANCELLED],
  ['Unknown error', codes.UNKNOWN],
  ['Client specified an invalid argument', codes.INVALID_ARGUMENT],
  ['Deadline expired before operation could complete', codes.DEADLINE_EXCEEDED],
  ['Some requested entity was not found', codes.NOT_FOUND],
  ['Some entity that we attempted to create already exists', codes.ALREADY_EXISTS],
  ['The caller does not have permission to execute the specified operation', codes.PERMISSION_DENIED],
  ['Some resource has been exhausted', codes.RESOURCE_EXHAUSTED],
  ["The system is not in a state required for the operation's execution", codes.FAILED_PRECONDITION],
  ['The operation was aborted', codes.ABORTED],
  ['Operation was attempted past the valid range', codes.OUT_OF_RANGE],
  ['Operation is not implemented or not supported', codes.UNIMPLEMENTED],
  ['Internal error', codes.INTERNAL],
  ['The service is currently unavailable', codes.UNAVAILABLE],
  ['Unrecoverable data loss or corruption', codes.DATA_LOSS],
  ['The request does not have valid authentication credentials', codes.UNAUTHENTICATED],
]);

const STATUS = /code: '(.+?)'(?=, |$)(?:, message: "((?:[^"\\]|\\.)*)")?/s;

/** The native client hides the gRPC status in the text of an error's causes. */
export function rawEndOf(error: unknown): RawEnd {
  if (error === undefined) return { kind: 'status', code: codes.OK, message: '' };
  if (isLaunchlensError(error)) return { kind: 'refused', detail: error.message };
  const messages = causes(error);
  for (const text of messages) {
    const [, description, message = ''] = STATUS.exec(text) ?? [];
    const code = description === undefined ? undefined : CODES.get(description);
    if (code !== undefined) return { kind: 'status', code, message: unescaped(message) };
  }
  const detail = messages.join(': ');
  const [certificate] = /invalid peer certificate[^,)]*/.exec(detail) ?? [];
  return certificate === undefined
    ? { kind: 'lost', detail }
    : { kind: 'refused', detail: untrusted(certificate) };
}

function causes(error: unknown): string[] {
  const messages: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) messages.push(cause.message);
  return messages.length > 0 ? messages : [String(error)];
}

/** Undoes Rust's `Debug` form of a string, as far as status texts need it. */
function unescaped(text: string): string {
  return text.replace(/\\(.)/gs, '$1');
}

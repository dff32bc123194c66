import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { EngineRequest } from '../engine/engine.ts';
import type { EventStream } from './event-stream.ts';

/** Whom a session belongs to. It is found only by requests of the same owner. */
export interface SessionOwner {
  /** Path of the surface that opened it. */
  readonly surface: string;
}

/** One client's session: an id and what it has open. Everything else is shared. */
export interface Session {
  readonly id: string;
  readonly owner: SessionOwner;
  readonly address: string;
  readonly inFlight: Map<RequestId, EngineRequest>;
  stream: EventStream | undefined;
}

import { ClientError } from './client-error.ts';

/** One error of a GraphQL answer. */
export interface QueryFault {
  readonly message: string;
  /** The server's stable name, such as `SLOT_NOT_HELD`. */
  readonly code: string | undefined;
  readonly path: readonly (string | number)[] | undefined;
}

/** A GraphQL answer with errors. `data` has the rest. */
export class QueryError extends ClientError {
  override readonly name = 'QueryError';
  readonly faults: readonly QueryFault[];
  readonly data: unknown;

  constructor(faults: readonly QueryFault[], data: unknown) {
    super(
      'query_failed',
      faults.map(({ code, message }) => (code ? `${code}: ${message}` : message)).join(' '),
    );
    this.faults = faults;
    this.data = data;
  }
}

/** How a failure is reported. `exit` is the exit code of a command, `status` the HTTP status of a request. */
export interface ErrorDefinition<Context> {
  readonly exit: 1 | 2 | 3;
  readonly status: number;
  /** Whether trying the same thing again can succeed. Retry loops ask this, never the text. */
  readonly retryable: boolean;
  /** Who may read the message. One for the operator may name hosts, credentials or statements. */
  readonly audience: 'operator' | 'clients';
  /** What an agent does about it. */
  readonly remedy: string;
  readonly message: (context: Context) => string;
}

type Traits = Partial<Omit<ErrorDefinition<never>, 'message' | 'audience'>>;

/** Declares one coded error; traits left out mean exit 1, HTTP 500, not retryable. */
export function define<Context = Record<never, never>>(
  message: (context: Context) => string,
  traits: Traits = {},
): ErrorDefinition<Context> {
  const remedy = traits.retryable
    ? 'Call again in a second or two.'
    : 'Tell the user; the same call would fail again.';
  return { exit: 1, status: 500, retryable: false, audience: 'operator', remedy, ...traits, message };
}

/** Declares one whose message is for whoever asked. */
export function defineForClients<Context = Record<never, never>>(
  message: (context: Context) => string,
  traits: Traits = {},
): ErrorDefinition<Context> {
  return { ...define(message, traits), audience: 'clients' };
}

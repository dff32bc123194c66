/** How a failure is reported. `exit` is the exit code of a command, `status` the HTTP status of a request. */
export interface ErrorDefinition<Context> {
  readonly exit: 1 | 2 | 3;
  readonly status: number;
  /** Whether trying the same thing again can succeed. Retry loops ask this, never the text. */
  readonly retryable: boolean;
  readonly message: (context: Context) => string;
}

type Traits = Partial<Omit<ErrorDefinition<never>, 'message'>>;

/** Declares one coded error; traits left out mean exit 1, HTTP 500, not retryable. */
export function define<Context = Record<never, never>>(
  message: (context: Context) => string,
  traits: Traits = {},
): ErrorDefinition<Context> {
  return { exit: 1, status: 500, retryable: false, ...traits, message };
}

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
  /** What an agent does whose credential lacks a scope that the remedy needs. */
  readonly remedyWithout?: { readonly scope: string; readonly remedy: string } | undefined;
  /**
   * Whether callers cause it at will, by asking much or for what is too new. Metrics count it; in the log it would hide
   * what is broken.
   */
  readonly expected: boolean;
  readonly message: (context: Context) => string;
}

type Traits = Partial<Omit<ErrorDefinition<never>, 'message' | 'audience'>>;
type NamesIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

interface Define {
  /** A text that names its context: `{slot}` stands for `context.slot`. */
  <const Text extends string>(
    text: Text,
    traits?: Traits,
  ): ErrorDefinition<Readonly<Record<NamesIn<Text>, string | number | bigint>>>;
  /** A text that depends on more than the values it names. */
  <Context>(text: (context: Context) => string, traits?: Traits): ErrorDefinition<Context>;
}

/** Declares one coded error; traits left out mean exit 1, HTTP 500, not retryable. */
export const define = definer('operator');

/** Declares one whose message is for whoever asked. */
export const defineForClients = definer('clients');

function definer(audience: 'operator' | 'clients'): Define {
  return <Context>(
    text: string | ((context: Context) => string),
    traits: Traits = {},
  ): ErrorDefinition<Context> => {
    const remedy = traits.retryable
      ? 'Call again in a second or two.'
      : 'Tell the user; the same call would fail again.';
    const message =
      typeof text === 'function'
        ? text
        : (context: Context) =>
            text.replace(/\{(\w+)\}/g, (_, name) => String(context[name as keyof Context]));
    return { exit: 1, status: 500, retryable: false, expected: false, audience, remedy, ...traits, message };
  };
}

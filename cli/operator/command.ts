import type { ZodError, ZodType } from 'zod';
import type { JsonValue } from './protocol.ts';

/**
 * A task that the process that holds a store runs for an operator's command. It reports progress line
 * by line and its result as the last line; it ends early when the signal aborts.
 */
export interface OperatorCommand<Input> {
  readonly name: string;
  readonly input: ZodType<Input>;
  run(input: Input, signal: AbortSignal): AsyncIterable<JsonValue>;
}

/** A command as the server sees it. */
export interface OperatorRoute {
  readonly name: string;
  /** Checks the input before the command starts. */
  parse(input: unknown): { readonly start: (signal: AbortSignal) => AsyncIterable<JsonValue> } | Refusal;
}

/** Why the input is invalid. */
export interface Refusal {
  readonly refusal: string;
}

/** Binds a command to its input type, so that commands with different inputs fit in one list. */
export function operatorRoute<Input>(command: OperatorCommand<Input>): OperatorRoute {
  return {
    name: command.name,
    parse: (input) => {
      const parsed = command.input.safeParse(input);
      if (parsed.success) return { start: (signal) => command.run(parsed.data, signal) };
      return { refusal: refusalOf(parsed.error) };
    },
  };
}

/** The first thing that is wrong with an input. */
export function refusalOf({ issues: [issue] }: ZodError): string {
  return `${issue?.path.join('.') || 'the input'}: ${issue?.message ?? 'not as expected'}`;
}

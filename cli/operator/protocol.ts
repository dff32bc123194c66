import { hostname, userInfo } from 'node:os';
import { z } from 'zod';

/** The values of a line; 64-bit integers are decimal strings. */
export type JsonValue = z.core.util.JSONType;

/** Commands live below this path: `POST /v1/<name>` with the input as JSON. `GET /v1/` says who answers. */
export const OPERATOR_PATH = '/v1/';

/** Who answers at an operator address. */
export const aboutOperator = z.strictObject({
  pid: z.int(),
  command: z.string(),
  started_at: z.iso.datetime(),
});

/**
 * One line of an answer. The last one is `end` or `error`; an answer without either was cut off because the process
 * ended under it.
 */
export const operatorLine = z.union([
  z.strictObject({ data: z.json() }),
  z.strictObject({ end: z.literal(true) }),
  z.strictObject({
    error: z.strictObject({ code: z.string(), message: z.string(), exit: z.literal([1, 2, 3]) }),
  }),
]);

export type OperatorLine = z.output<typeof operatorLine>;

/** The body of an answer that is not a stream: the request was refused. */
export const operatorRefusal = z.object({ detail: z.string() });

/** The operator's name, as commands record it. */
export const operatorGiven = z.string().min(1).max(200);

/** The user of this machine. */
export function operatorName(): string {
  return `${userInfo().username}@${hostname()}`;
}

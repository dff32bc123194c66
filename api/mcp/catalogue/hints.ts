/** The annotations of a tool: hints for a client, never enforcement. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Reads the index and changes nothing. Stated explicitly, because clients otherwise assume a destructive tool. */
export const INDEX_READ: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Reads the chain or a market besides the index. */
export const OUTSIDE_READ: ToolHints = { ...INDEX_READ, openWorldHint: true };

/** Adds something with every call. */
export const ADDITION: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** Sets something that a later call may change. */
export const SETTING: ToolHints = { ...ADDITION, idempotentHint: true };

/** Ends or removes something. */
export const REMOVAL: ToolHints = { ...SETTING, destructiveHint: true };

/** Can move value: irreversible, and each call does it again. */
export const EXECUTION: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

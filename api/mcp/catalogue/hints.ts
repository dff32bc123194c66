/** The annotations of a tool. Hints for a client, never the gate. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** Reads what the index holds and changes nothing. Said in full: left out, clients assume a destructive tool. */
export const INDEX_READ: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Reads the chain or a market beside the index. */
export const OUTSIDE_READ: ToolHints = { ...INDEX_READ, openWorldHint: true };

/** Adds something of its own with every call. */
export const ADDITION: ToolHints = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

/** Sets something that a later call may set otherwise. */
export const SETTING: ToolHints = { ...ADDITION, idempotentHint: true };

/** Ends or removes something. */
export const REMOVAL: ToolHints = { ...SETTING, destructiveHint: true };

/** Can move value: nothing takes it back, and each call does it once more. */
export const EXECUTION: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};

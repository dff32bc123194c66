import type { ErrorCode } from '../../../core/kernel/errors/registry.ts';

const REMEDIES: ReadonlyMap<ErrorCode, string> = new Map<ErrorCode, string>([
  ['PARAMETER_MALFORMED', 'Correct that argument and call again.'],
  ['TOOL_ARGUMENT_UNKNOWN', 'Leave that argument out, or use one that the tool takes.'],
  [
    'MISSING_SCOPE',
    'Pair again with that scope among requested_scopes, or use a key that the owner issued with it.',
  ],
  ['WALLET_FORBIDDEN', "Leave wallet_address out, or name an agent wallet of the credential's owner."],
  ['NOT_AVAILABLE_YET', 'Do without it: tools whose _meta says "launchlens/available": true work.'],
  ['LAUNCH_NOT_FOUND', 'Call list_launches for the ids that exist.'],
  [
    'SLOT_AHEAD',
    'Ask for the newest answerable slot or below, or leave as_of_slot out for the newest state.',
  ],
  ['SLOT_NOT_HELD', 'Ask again with one of the slots named.'],
  ['ACCOUNT_UNREADABLE', 'Ask with as_of_slot below the slot named, and say that it is the past.'],
  ['SLOT_TAKEN_BACK', 'Begin again without cursor and as_of_slot.'],
  ['MIN_SLOT_CONTRADICTED', 'Ask for one slot: leave min_slot or as_of_slot out.'],
  ['INDEX_BEHIND_MIN_SLOT', 'Call again in a few seconds, or with a lower min_slot.'],
  ['INDEX_TOO_STALE', 'Call again later, or with a greater max_lag_slots to take an older answer.'],
  ['ACCOUNT_NOT_INDEXED', 'Pass the address of a launch, pledge, escrow, vault or mint account.'],
  ['CHAIN_READER_MISSING', 'Tell the user: the operator has to set SOLANA_RPC_URL for this tool.'],
  ['CURSOR_INVALID', 'Pass next_cursor of a page unchanged, or leave cursor out to start again.'],
  ['CURSOR_MISMATCH', 'Repeat the arguments of the first page, or leave cursor out to start again.'],
]);

/** What a caller does about a failure. */
export function remedyOf(error: { readonly code: ErrorCode; readonly retryable: boolean }): string {
  const remedy = REMEDIES.get(error.code);
  if (remedy !== undefined) return remedy;
  return error.retryable
    ? 'Call again in a second or two.'
    : 'Tell the user; the same call would fail again.';
}

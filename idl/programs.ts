import { parsePubkey } from '../core/kernel/pubkey.ts';

/** Owns every account that does not exist, was closed, or only holds lamports. */
export const SYSTEM_PROGRAM_ID = parsePubkey('11111111111111111111111111111111');
export const TOKEN_PROGRAM_ID = parsePubkey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
export const TOKEN_2022_PROGRAM_ID = parsePubkey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
/** Both versions of the SPL Memo program: an instruction's data is the memo, in UTF-8. */
export const MEMO_PROGRAM_IDS = [
  parsePubkey('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVddwQDwFMNo'),
  parsePubkey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
] as const;

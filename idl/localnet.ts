import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { pubkeyFromBytes } from '../core/kernel/pubkey.ts';

/** The escrow program's address on the local chain: fixed, so that every run of a seed is the same. */
export const LOCALNET_PROGRAM_ID = pubkeyFromBytes(sha256(utf8ToBytes('launchlens localnet escrow program')));

/** The vault program's address on a local chain that is asked to run it. Its IDL is `fixtures/localnet/vault-program/vault.json`. */
export const LOCALNET_VAULT_ID = pubkeyFromBytes(sha256(utf8ToBytes('launchlens localnet vault program')));

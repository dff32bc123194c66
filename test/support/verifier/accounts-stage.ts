import { readFileSync } from 'node:fs';
import { createRandom } from '../../../fixtures/localnet/keys/random.ts';
import {
  brokenPosition,
  drawPosition,
  drawReserve,
} from '../../../fixtures/localnet/program/vault/accounts.ts';
import { LOCALNET_VAULT_ID } from '../../../idl/localnet.ts';
import { buildAccountsVerifier } from '../../../scripts/build-verifier.ts';
import { type HttpQuestion, type HttpReply, startScriptedHttp } from '../scripted-http.ts';
import { VAULT_IDL_FILE } from '../vault.ts';
import { type FakeIndex, honestIndex, indexReply } from './fake-index.ts';
import type { FakeAccount } from './fake-launch.ts';
import { testKey } from './launch-bytes.ts';
import { installVerifier, runVerifier, type VerifierRun } from './run-verifier.ts';
import { type ScriptedRpc, startScriptedRpc } from './scripted-rpc.ts';

export const BROKEN = testKey('broken position').toBase58();
export const RESERVE = testKey('reserve').toBase58();
export const positionKey = (at: number) => testKey(`position ${at}`).toBase58();

export interface AccountsStage extends AsyncDisposable {
  readonly node: ScriptedRpc;
  readonly index: FakeIndex;
  /** The questions that the API was asked. */
  readonly questions: readonly HttpQuestion[];
  /** Runs the verifier of accounts of the vault against both, with more arguments as given. */
  verify(...args: string[]): Promise<VerifierRun>;
}

let installed: Promise<string> | undefined;

/** Accounts with awkward types on a scripted node, an index of them, and the built verifier in an empty directory. */
export async function accountsStage(
  /** What the API answers instead, if anything. */
  instead: (question: HttpQuestion) => HttpReply | undefined = () => undefined,
): Promise<AccountsStage> {
  installed ??= installVerifier('verify-anchor-accounts.mjs', buildAccountsVerifier);
  const file = await installed;
  const accounts = vaultAccounts();
  const index = honestIndex(readFileSync(VAULT_IDL_FILE, 'utf8'), accounts);
  const node = await startScriptedRpc({ accounts });
  const api = await startScriptedHttp((question) => instead(question) ?? indexReply(index, question));
  return {
    ...{ node, index, questions: api.questions },
    verify: (...args) => {
      const given = [
        '--program',
        'vault',
        '--idl',
        VAULT_IDL_FILE,
        '--api',
        api.url,
        '--rpc',
        node.url,
        '--timeout',
        '5',
      ];
      // Later options replace those of the stage.
      const replaced = given.filter((_, at) => !args.includes(given[at - (at % 2)] ?? ''));
      return runVerifier(file, [...replaced, ...args]);
    },
    [Symbol.asyncDispose]: async () => {
      await node[Symbol.asyncDispose]();
      await api[Symbol.asyncDispose]();
    },
  };
}

/** Seven accounts that decode, and one that does not. */
function vaultAccounts(): Map<string, FakeAccount> {
  const random = createRandom('accounts of the verifier');
  const of = (data: Uint8Array): FakeAccount => ({ owner: LOCALNET_VAULT_ID, data: Buffer.from(data) });
  const positions = [0, 1, 2, 3, 4, 5].map(
    (at) => [positionKey(at), of(drawPosition(random, random.bytes(32), BigInt(at)))] as const,
  );
  return new Map([
    ...positions,
    [RESERVE, of(drawReserve(random, random.bytes(32)))],
    [BROKEN, of(brokenPosition(random.bytes(32)))],
  ]);
}

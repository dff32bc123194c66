import type { SignatureStatus, TransactionChain } from '../../../../api/read/chain/transactions.ts';
import type { Pubkey } from '../../../../core/kernel/pubkey.ts';
import { TOKEN_PROGRAM_ID } from '../../../../idl/programs.ts';
import { associatedTokenAddress } from '../../../../idl/spl-instructions.ts';
import { type Held, token, wallet } from '../../../api/venues/chain-of.ts';
import { pubkeyOf } from '../../../support/index-builder.ts';

/** How long a blockhash lasts, in blocks. */
const LASTS = 150n;
const SOL = 1_000_000_000n;

/** A node that knows a few accounts and answers as the test says. What it is sent lands when the test has it land. */
export interface ScriptedChain extends TransactionChain {
  height: bigint;
  /** What a simulation ends with; null for success. */
  error: unknown;
  logs: readonly string[];
  readonly sent: Uint8Array[];
  /** What became of every transaction that was sent; undefined as long as it is in no block. */
  fate: SignatureStatus | undefined;
  /** Gives a wallet native coin and an amount of a mint with six decimals. */
  holds(owner: Pubkey, mint: Pubkey, amount: bigint): void;
  /** As it was at first. */
  reset(): void;
}

const SUCCEEDED = (program: Pubkey): readonly string[] => [
  'Program ComputeBudget111111111111111111111111111111 invoke [1]',
  'Program ComputeBudget111111111111111111111111111111 success',
  `Program ${program} invoke [1]`,
  'Program log: Instruction: Pledge',
  `Program ${program} consumed 31250 of 200000 compute units`,
  `Program ${program} success`,
];

export function scriptedChain(program: Pubkey): ScriptedChain {
  const accounts = new Map<Pubkey, Held>();
  let blockhashes = 0;
  const chain: ScriptedChain = {
    ...{ height: 1_000n, error: null, logs: SUCCEEDED(program), sent: [], fate: undefined },
    accounts: async (addresses) => ({ slot: 1n, held: addresses.map((one) => accounts.get(one)) }),
    latestBlockhash: async () => {
      blockhashes += 1;
      return { blockhash: pubkeyOf(`blockhash ${blockhashes}`), lastValidBlockHeight: chain.height + LASTS };
    },
    blockHeight: async () => chain.height,
    simulate: async () => ({ slot: 1_234n, error: chain.error, logs: chain.logs, unitsConsumed: 31_250n }),
    send: async (transaction) => {
      chain.sent.push(transaction);
      return undefined;
    },
    statuses: async (signatures) => signatures.map(() => chain.fate),
    holds: (owner, mint, amount) => {
      accounts.set(mint, mintOf(6));
      accounts.set(owner, wallet(SOL));
      accounts.set(associatedTokenAddress(owner, mint), token({ mint, owner, amount }));
    },
    reset: () => {
      Object.assign(chain, { height: 1_000n, error: null, logs: SUCCEEDED(program), fate: undefined });
      chain.sent.length = 0;
    },
  };
  return chain;
}

function mintOf(decimals: number): Held {
  const data = Buffer.alloc(82);
  [data[44], data[45]] = [decimals, 1];
  return { owner: TOKEN_PROGRAM_ID, lamports: SOL, data };
}

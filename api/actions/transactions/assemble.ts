import { LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { Pubkey } from '../../../core/kernel/pubkey.ts';
import { type DecodedInstruction, type SimulationAnswer, simulation } from '../../../schemas/rest/intents.ts';
import type { Simulated, TransactionChain } from '../../read/chain/transactions.ts';
import type { Fee } from '../../state/intents/intent.ts';
import type { Built, Instruction } from '../intents/draft.ts';
import { writerOf } from '../write.ts';
import { decodedOf, explainError } from './decode.ts';
import { feeInstruction } from './fee.ts';
import { encodeMessage, unsignedTransaction } from './message.ts';
import type { KnownProgram } from './programs.ts';

export interface Assembly {
  /** Fee payer and signer. */
  readonly owner: Pubkey;
  readonly built: Built;
  /** Transferred by the last instruction; a finished message has it already, or says why not. */
  readonly fee: Fee | undefined;
}

export interface Assembled {
  readonly message: Uint8Array;
  /** The transaction with an empty signature, as wallets take it. */
  readonly transaction: Uint8Array;
  readonly lastValidBlockHeight: bigint;
  readonly instructions: DecodedInstruction[];
  /** Why the technology fee is not in it; undefined if it is, or if there is none. */
  readonly feeLeftOut?: string | undefined;
  readonly simulation: SimulationAnswer;
  readonly logs: readonly string[];
}

export interface AssemblerOptions {
  readonly chain: TransactionChain;
  /** Micro-lamports per unit. */
  readonly computeUnitPrice: bigint;
  readonly known: () => Promise<KnownProgram | undefined>;
}

const writeSimulation = writerOf(simulation);

interface Shown {
  readonly simulated: Simulated;
  readonly answer: SimulationAnswer;
}

/** The maximum for a transaction; a simulation needs it to measure the units used. */
export const MOST_UNITS = 1_400_000;
/** The state may change before it lands: a tenth more than simulated, plus a minimum for small ones. */
const MARGIN_PERCENT = 110;
const MARGIN_UNITS = 1_000;

export type Assembler = ReturnType<typeof createAssembler>;

export function createAssembler({ chain, computeUnitPrice, known }: AssemblerOptions) {
  const fromInstructions = async ({ owner, built, fee }: Assembly): Promise<Assembled> => {
    const own = built.kind === 'instructions' ? built.instructions : [];
    const made = fee ? [...own, await feeInstruction(chain, owner, fee)] : own;
    const blockhash = await chain.latestBlockhash();
    const parts = { owner, blockhash, computeUnitPrice, instructions: made };
    const trial = encodeMessage({ ...parts, computeUnitLimit: MOST_UNITS });
    const shown = await simulated(trial, made);
    const message = encodeMessage({ ...parts, computeUnitLimit: unitLimitOf(shown.simulated) });
    return assembled(message, blockhash.lastValidBlockHeight, { made, shown });
  };

  const fromMessage = async (built: Extract<Built, { kind: 'message' }>): Promise<Assembled> => {
    const shown = await simulated(built.message, []);
    const { message, lastValidBlockHeight, feeLeftOut } = built;
    return { ...(await assembled(message, lastValidBlockHeight, { made: [], shown })), feeLeftOut };
  };

  /** @throws SIMULATION_FAILED */
  const simulated = async (message: Uint8Array, made: readonly Instruction[]): Promise<Shown> => {
    const outcome = await chain.simulate(unsignedTransaction(message));
    const aids = { known: await known(), made };
    if (outcome.error !== null) {
      const instructions = decodedOf(message, aids);
      const reason = explainError(outcome.error, { instructions, known: aids.known });
      throw new LaunchlensError('SIMULATION_FAILED', { reason, logs: outcome.logs });
    }
    return { simulated: outcome, answer: writeSimulation({ ...outcome, ok: true, error: null }) };
  };

  const assembled = async (
    message: Uint8Array,
    lastValidBlockHeight: bigint,
    { made, shown }: { readonly made: readonly Instruction[]; readonly shown: Shown },
  ): Promise<Assembled> => ({
    ...{ message, lastValidBlockHeight, simulation: shown.answer, logs: shown.simulated.logs },
    transaction: unsignedTransaction(message),
    instructions: decodedOf(message, { known: await known(), made }),
  });

  return {
    /**
     * Creates a transaction with a fresh blockhash, after a successful simulation. @throws SIMULATION_FAILED,
     * TRANSACTION_TOO_LARGE, CHAIN_UNREADABLE
     */
    assemble: (assembly: Assembly) =>
      assembly.built.kind === 'message' ? fromMessage(assembly.built) : fromInstructions(assembly),
  };
}

export function unitLimitOf(
  { unitsConsumed }: Pick<Simulated, 'unitsConsumed'>,
  percent: number = MARGIN_PERCENT,
): number {
  if (unitsConsumed === undefined) return MOST_UNITS;
  const limit = Math.ceil((Number(unitsConsumed) * percent) / 100) + MARGIN_UNITS;
  return Math.min(limit, MOST_UNITS);
}

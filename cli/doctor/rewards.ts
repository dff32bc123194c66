import { pubkeyFromBytes } from '../../core/kernel/pubkey.ts';
import { REWARD_DECIMALS } from '../../core/rules/reward-mint.ts';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../idl/programs.ts';
import { MINT, TOKEN_2022_KIND, TOKEN_ACCOUNT } from '../../idl/spl-token.ts';
import type { ChainAccount } from '../../indexer/model/chain-read.ts';
import { type Check, type CheckContext, nodeOf } from './check.ts';

/** Reports whether rewards can be priced and paid yet. */
export const rewardMintCheck: Check = {
  name: 'reward mint',
  run: async (context) => {
    const { REWARD_MINT: mint } = context.settings;
    const account = mint && (await accountOf(context, mint));
    if (!mint || account === 'unreachable') return undefined;
    if (!account) {
      const detail = `no account ${mint} exists yet: rewards are recorded, nothing is priced or paid`;
      return { ok: true, detail, remedy: 'mint the reward token when it is time' };
    }
    const decimals = mintDecimals(account);
    if (decimals === REWARD_DECIMALS) return { ok: true, detail: mint };
    const what = decimals === undefined ? 'is not an SPL mint' : `has ${decimals} decimals`;
    return {
      ok: false,
      detail: `${mint} ${what}, so it counts as not minted`,
      remedy: `set REWARD_MINT to an SPL mint with ${REWARD_DECIMALS} decimals`,
    };
  },
};

/** Reports whether payments out of the treasury can settle anything. */
export const treasuryCheck: Check = {
  name: 'treasury',
  run: async (context) => {
    const { TREASURY_TOKEN_ACCOUNT: treasury, REWARD_MINT: mint } = context.settings;
    const account = treasury && (await accountOf(context, treasury));
    if (!treasury || account === 'unreachable') return undefined;
    if (!account) {
      const detail = `no account ${treasury} exists yet`;
      return { ok: true, detail, remedy: 'create it before rewards are paid' };
    }
    if (!isTokenAccount(account)) {
      const remedy = 'set TREASURY_TOKEN_ACCOUNT to the token account that rewards are paid from';
      return { ok: false, detail: `${treasury} is not an SPL token account`, remedy };
    }
    const holds = pubkeyFromBytes(account.data.subarray(TOKEN_ACCOUNT.mintAt, TOKEN_ACCOUNT.mintAt + 32));
    if (holds === mint) return { ok: true, detail: treasury };
    return {
      ok: false,
      detail: `${treasury} holds tokens of ${holds}, which is not REWARD_MINT`,
      remedy: 'set both to one token: other payments settle nothing',
    };
  },
};

/** Another check reports a node that cannot be reached. */
async function accountOf(
  context: CheckContext,
  key: string,
): Promise<ChainAccount | undefined | 'unreachable'> {
  const { SOLANA_RPC_URL: url, INDEX_COMMITMENT: commitment } = context.settings;
  if (url === undefined) return 'unreachable';
  const asked = { commitment, signal: context.signal };
  const { value } = await nodeOf(context, url).getAccountsAtOneSlot([key], asked);
  return value[0]?.account;
}

/** Undefined if the account is not an initialized mint of either token program. */
function mintDecimals({ owner, data }: ChainAccount): number | undefined {
  if (!hasShape(owner, data, { size: MINT.size, kind: TOKEN_2022_KIND.mint })) return undefined;
  return data[MINT.isInitializedAt] === 1 ? data[MINT.decimalsAt] : undefined;
}

function isTokenAccount({ owner, data }: ChainAccount): boolean {
  if (!hasShape(owner, data, { size: TOKEN_ACCOUNT.size, kind: TOKEN_2022_KIND.account })) return false;
  return data[TOKEN_ACCOUNT.stateAt] !== 0;
}

function hasShape(owner: string, data: Buffer, { size, kind }: { size: number; kind: number }): boolean {
  if (owner !== TOKEN_PROGRAM_ID && owner !== TOKEN_2022_PROGRAM_ID) return false;
  if (data.length === size) return true;
  return owner === TOKEN_2022_PROGRAM_ID && data[TOKEN_2022_KIND.at] === kind;
}

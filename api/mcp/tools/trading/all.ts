import type { Tool } from '../../catalogue/tool.ts';
import { claimIloTokens } from './claim-ilo-tokens.ts';
import { fundWallet } from './fund-wallet.ts';
import { pledgeToIlo } from './pledge-to-ilo.ts';
import { bulkSendSocial, sendTokenSocial } from './send-token.ts';

/** The working tools of the scope trade. */
export const TRADING_TOOLS: readonly Tool[] = [
  bulkSendSocial,
  claimIloTokens,
  fundWallet,
  pledgeToIlo,
  sendTokenSocial,
];

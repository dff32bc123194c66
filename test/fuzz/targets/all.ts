import type { FuzzTarget } from '../support/target.ts';
import { accounts } from './accounts.ts';
import { bars } from './bars.ts';
import { captureFiles } from './capture-files.ts';
import { captures } from './captures.ts';
import { cursors } from './cursors.ts';

import { fees } from './fees.ts';
import { files } from './files.ts';
import { frames } from './frames.ts';
import { ledger } from './ledger.ts';
import { marketData } from './market-data.ts';
import { mcpMessages } from './mcp-messages.ts';
import { perpsAccounts } from './perps-accounts.ts';
import { requests } from './requests.ts';
import { rows } from './rows.ts';
import { rpc } from './rpc.ts';
import { rules } from './rules.ts';
import { settings } from './settings.ts';
import { tokenAccounts } from './token-accounts.ts';
import { transactions } from './transactions.ts';
import { updates } from './updates.ts';

/** Every parser of outside data. */
export const TARGETS: readonly FuzzTarget[] = [
  accounts,
  tokenAccounts,
  updates,
  transactions,
  frames,
  rpc,
  ledger,
  rows,
  captures,
  captureFiles,
  files,
  cursors,
  mcpMessages,
  bars,
  rules,
  fees,
  marketData,
  perpsAccounts,
  settings,
  requests,
];

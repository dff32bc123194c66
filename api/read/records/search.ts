import { base58 } from '@scure/base';
import { type Pubkey, parsePubkey, pubkeyBytes, pubkeyFromBytes } from '../../../core/kernel/pubkey.ts';
import { unsignedColumn } from '../../../core/olap/port.ts';
import type { Found } from '../../../schemas/rest/search.ts';
import {
  newestPledges,
  newestTokenAccounts,
  type PledgeVersion,
  pledgeRow,
  tokenAccountRow,
} from '../account-versions.ts';
import { launchAt, launchesAt } from '../history/launches-at.ts';
import { pledgedLaunches } from '../history/positions.ts';
import type { AskAt } from '../history/query.ts';
import type { LaunchState } from '../model.ts';
import { rowOf } from '../row.ts';
import { sqlFile } from '../sql-file.ts';
import type { MirrorRecords } from './records.ts';

const AT_ADDRESS = 'address = unhex({address:String})';
const PLEDGE = newestPledges(AT_ADDRESS);
const TOKEN_ACCOUNT = newestTokenAccounts(AT_ADDRESS);
const TRANSACTIONS = sqlFile(import.meta.url, 'transactions-named.sql');
/** A transaction has 1,232 bytes, and so moves tokens of far fewer launches. */
const MOST_OF_TRANSACTION = 100;

/** What a text names, at one slot. */
export interface FoundFacts {
  readonly kind: Found['kind'];
  readonly launchId: bigint | undefined;
  readonly wallet?: Pubkey | undefined;
  readonly slot?: bigint | undefined;
}

/** A launch id in digits, an address of 32 bytes or a signature of 64. @throws ACCOUNT_UNREADABLE */
export async function whatIs({ ask, stamp }: MirrorRecords, query: string): Promise<FoundFacts[]> {
  if (/^[0-9]{1,20}$/.test(query)) {
    const launchId = BigInt(query);
    stamp.unreadable?.requireLaunch(launchId);
    return (await launchAt(ask, launchId)) ? [{ kind: 'launch', launchId }] : [];
  }
  const bytes = base58.decode(query);
  return bytes.length === 32 ? addressed(ask, parsePubkey(query)) : transactions(ask, bytes);
}

const transactionRow = rowOf({ launchId: unsignedColumn, slot: ['first_slot', unsignedColumn] });

async function transactions(ask: AskAt, signature: Uint8Array): Promise<FoundFacts[]> {
  const parameters = { signature: Buffer.from(signature).toString('hex'), limit: MOST_OF_TRANSACTION };
  const rows = await ask(TRANSACTIONS, parameters, transactionRow);
  return rows.map((row) => ({ kind: 'transaction', ...row }));
}

async function addressed(ask: AskAt, key: Pubkey): Promise<FoundFacts[]> {
  const address = Buffer.from(pubkeyBytes(key)).toString('hex');
  const [launches, pledged, pledges, tokenAccounts] = await Promise.all([
    launchesAt(ask),
    pledgedLaunches(ask, key),
    ask(PLEDGE, { address }, pledgeRow),
    ask(TOKEN_ACCOUNT, { address }, tokenAccountRow),
  ]);
  const wallets = launches.some(({ launchId }) => pledged.includes(launchId)) ? [key] : [];
  const open = <Version extends { readonly closed: boolean }>(versions: readonly Version[]) =>
    versions.filter(({ closed }) => !closed);
  return [
    ...wallets.map((wallet) => ({ kind: 'wallet', launchId: undefined, wallet }) as const),
    ...open(pledges).map((pledge) => ({ kind: 'pledge', ...pledgeOf(pledge) }) as const),
    ...open(tokenAccounts).map(({ launchId, role }) => ({ kind: KIND_OF[role], launchId })),
    ...launches.flatMap((launch) => rolesOf(launch, key)),
  ];
}

const pledgeOf = ({ launchId, pledger }: PledgeVersion) => ({
  launchId,
  wallet: pubkeyFromBytes(pledger),
});

const KIND_OF = { escrow: 'escrow_token_account', vault: 'launch_vault' } as const;

function rolesOf(launch: LaunchState, key: Pubkey): FoundFacts[] {
  const { launchId, address, launchMint, pledgeMint, authority } = launch;
  const roles = [
    ['launch', address],
    ['launch_mint', launchMint],
    ['pledge_mint', pledgeMint],
    ['authority', authority],
  ] as const;
  return roles.filter(([, held]) => held === key).map(([kind]) => ({ kind, launchId }));
}

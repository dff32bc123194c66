import type { VerifierFailure } from '../failure.ts';
import { allHold, type Subject, subjectFields, type Verdict } from './report.ts';
import type { WalletReport } from './wallet.ts';

/** Amounts are decimal strings; slots, counts and Unix seconds are JSON integers, exact at any size. */
export function jsonReport(subject: Subject, verdict: Verdict): string {
  const { state, checks, wallet } = verdict;
  return toJson({
    ...subjectFields(subject),
    slot: state.slot,
    block_time: state.blockTime ?? null,
    launch: launchFields(subject, verdict),
    checks,
    ...(wallet ? { wallet: walletFields(wallet) } : {}),
    ok: allHold(verdict),
  });
}

/** The report of a run that verified nothing: `subject` is missing when the command line was refused. */
export function jsonFailure(subject: Subject | undefined, { kind, message, slot }: VerifierFailure): string {
  return toJson({
    ...(subject ? subjectFields(subject) : {}),
    slot: slot ?? null,
    launch: null,
    checks: [],
    ok: false,
    error: { kind, detail: message },
  });
}

function launchFields({ key }: Subject, { state }: Verdict) {
  const { config } = state;
  return {
    launch_id: config.launch_id.toString(),
    address: key.addresses.launchConfig,
    status: config.statusName,
    status_code: config.status,
    authority: config.authority,
    launch_mint: config.launch_mint,
    pledge_mint: config.pledge_mint,
    escrow_token_account: config.escrow_token_account,
    launch_vault: key.addresses.launchVault,
    min_raise: config.min_raise.toString(),
    max_raise: config.max_raise.toString(),
    token_allocation: config.token_allocation.toString(),
    total_pledged: config.total_pledged.toString(),
    pledger_count: config.pledger_count,
    start_ts: config.start_ts,
    end_ts: config.end_ts,
    release_start_ts: config.release_start_ts,
    release_cliff_seconds: config.release_cliff_seconds,
    release_duration_seconds: config.release_duration_seconds,
    max_pledge_per_wallet: config.max_pledge_per_wallet.toString(),
    escrow_balance: state.escrowBalance?.toString() ?? null,
    vault_balance: state.vaultBalance?.toString() ?? null,
    launch_mint_decimals: state.launchMintDecimals ?? null,
    pledge_mint_decimals: state.pledgeMintDecimals ?? null,
  };
}

function walletFields({ allocation, refund, ...wallet }: WalletReport) {
  return {
    ...wallet,
    pledged: wallet.pledged.toString(),
    ...(allocation && {
      allocation: {
        entitlement: allocation.entitlement.toString(),
        unlocked: allocation.unlocked.toString(),
        released: allocation.released.toString(),
        claimable: allocation.claimable.toString(),
      },
    }),
    ...(refund && { refund: { amount: refund.amount.toString(), refunded: refund.refunded } }),
  };
}

/** JSON of two-space indent in which a bigint is a JSON integer, which `JSON.stringify` refuses to write. */
export function toJson(value: unknown, indent = ''): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => toJson(item, inner))
    : Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${toJson(item, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (items.length === 0) return `${open}${close}`;
  return `${open}\n${inner}${items.join(`,\n${inner}`)}\n${indent}${close}`;
}

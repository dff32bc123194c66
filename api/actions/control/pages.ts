import type { WalletPolicyAnswer, WalletPolicyInput } from '../../../schemas/mcp/wallet-admin.ts';
import type { WalletControlAnswer } from '../../../schemas/rest/wallet-control.ts';

/** What an owner lets agents do, with one page of each list. */
export function controlPage(
  control: WalletControlAnswer,
  { limit, offset }: WalletPolicyInput,
): WalletPolicyAnswer {
  const { policy, limits, counterparties, grants, agent_wallets, watched_wallets } = control;
  const { allowed_tools, denied_tools, allowed_mints, allowed_venues } = policy;
  const totals = {
    ...{ allowed_tools: count(allowed_tools), denied_tools: count(denied_tools) },
    ...{ allowed_mints: count(allowed_mints), allowed_venues: count(allowed_venues) },
    ...{ limits: count(limits), counterparties: count(counterparties), grants: count(grants) },
    ...{ agent_wallets: count(agent_wallets), watched_wallets: count(watched_wallets) },
  };
  const end = offset + limit;
  const page = <Row>(rows: readonly Row[]): Row[] => rows.slice(offset, end);
  return {
    ...control,
    policy: {
      ...{ ...policy, denied_tools: page(denied_tools), allowed_tools: allowed_tools && page(allowed_tools) },
      allowed_mints: allowed_mints && page(allowed_mints),
      allowed_venues: allowed_venues && page(allowed_venues),
    },
    ...{ limits: page(limits), counterparties: page(counterparties), grants: page(grants) },
    ...{ agent_wallets: page(agent_wallets), watched_wallets: page(watched_wallets) },
    totals,
    has_more: Object.values(totals).some((total) => total > end),
  };
}

function count(rows: readonly unknown[] | null): number {
  return rows?.length ?? 0;
}

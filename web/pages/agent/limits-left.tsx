import { useKnownMints } from '../../data/mints.ts';
import type { CredentialDetail } from '../../data/owner/credentials.ts';
import { useTokenNames } from '../../data/token-names.ts';
import type { Limit } from '../../model/guardrails/changes.ts';
import { limitsLeft } from '../../model/guardrails/limits-left.ts';
import { NumbersTable } from '../../parts/card.tsx';
import { TokenText } from '../../parts/token.tsx';
import { Amount } from '../../parts/values.tsx';

interface LimitsLeftProps {
  readonly limits: readonly Limit[];
  readonly spent: CredentialDetail['spent_in_24_hours'];
}

/** What agents may still move in the current 24 hours, by mint. */
export function LimitsLeft({ limits, spent }: LimitsLeftProps) {
  const known = useKnownMints();
  const rows = limitsLeft(limits, spent);
  const names = useTokenNames(rows.map(({ mint }) => mint));
  const amount = (mint: string, base: bigint | null) =>
    base === null ? 'no limit' : <Amount base={base} decimals={known.get(mint)?.decimals ?? null} />;
  return (
    <>
      <NumbersTable
        caption="What is left of the limits"
        stacks
        none="No mint has a limit, and nothing moved in the last 24 hours."
        rows={rows}
        keyOf={({ mint }) => mint}
        columns={[
          { name: 'Token', cell: ({ mint }) => <TokenText mint={mint} token={names.get(mint)} /> },
          { name: 'One intent', number: true, cell: ({ mint, perIntent }) => amount(mint, perIntent) },
          { name: '24 hours', number: true, cell: ({ mint, perDay }) => amount(mint, perDay) },
          { name: 'Used', number: true, cell: ({ mint, used }) => amount(mint, used) },
          { name: 'Left', number: true, cell: ({ mint, left }) => amount(mint, left) },
        ]}
      />
      <p className="small quiet">
        Used counts open and submitted intents of all your agents, and those confirmed in the last 24 hours.
      </p>
    </>
  );
}

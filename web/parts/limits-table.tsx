import type { ReactNode } from 'react';
import { type KnownMint, useKnownMints } from '../data/mints.ts';
import type { Limit } from '../model/guardrails/changes.ts';
import { NumbersTable } from './card.tsx';
import { Amount, KeyText } from './values.tsx';

/** The most that agents may move of each mint. */
export function LimitsTable({ limits }: { readonly limits: readonly Limit[] }) {
  const known = useKnownMints();
  return (
    <NumbersTable
      none="No mint has a limit."
      caption="Limits by mint"
      stacks
      rows={limits}
      keyOf={({ mint }) => mint}
      columns={[
        { name: 'Mint', cell: ({ mint }) => <MintName mint={mint} known={known.get(mint)} /> },
        { name: 'One intent', number: true, cell: (limit) => bound(limit.per_intent, known.get(limit.mint)) },
        { name: '24 hours', number: true, cell: (limit) => bound(limit.per_day, known.get(limit.mint)) },
      ]}
    />
  );
}

function MintName({ mint, known }: { readonly mint: string; readonly known: KnownMint | undefined }) {
  return (
    <>
      <KeyText value={mint} what="the mint" />
      {known !== undefined && <span className="small quiet"> {known.what}</span>}
    </>
  );
}

function bound(amount: bigint | null, known: KnownMint | undefined): ReactNode {
  return amount === null ? 'no limit' : <Amount base={amount} decimals={known?.decimals ?? null} />;
}

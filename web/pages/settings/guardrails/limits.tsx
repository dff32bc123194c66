import type { ReactNode } from 'react';
import { type KnownMint, useKnownMints } from '../../../data/mints.ts';
import { Amount } from '../../../parts/amount.tsx';
import { KeyText } from '../../../parts/key-text.tsx';
import { NumbersTable } from '../../../parts/numbers-table.tsx';
import { Editable } from './edit.tsx';
import type { ControlProps } from './keys.tsx';
import { LimitsForm } from './limits-form.tsx';

/** How much of each mint agents may move. */
export function LimitsCard({ control, onWaits }: ControlProps) {
  const known = useKnownMints();
  const { limits } = control;
  return (
    <Editable
      title="Limits"
      note="The most that may leave the wallet; a mint without a limit is unlimited"
      action="Edit the limits"
      form={(close) => <LimitsForm {...{ control, onWaits, known }} onClose={close} />}
    >
      <NumbersTable
        none="No mint has a limit."
        caption="Limits by mint"
        rows={limits}
        keyOf={({ mint }) => mint}
        columns={[
          { name: 'Mint', cell: ({ mint }) => <MintName mint={mint} known={known.get(mint)} /> },
          {
            name: 'One intent',
            number: true,
            cell: (limit) => bound(limit.per_intent, known.get(limit.mint)),
          },
          { name: '24 hours', number: true, cell: (limit) => bound(limit.per_day, known.get(limit.mint)) },
        ]}
      />
    </Editable>
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

import type { WalletControl } from '../../../data/owner/control.ts';
import type { Counterparty } from '../../../model/guardrails/changes.ts';
import { KeyText } from '../../../parts/key-text.tsx';
import { NumbersTable } from '../../../parts/numbers-table.tsx';

export function Keys({ keys, what }: { readonly keys: readonly string[]; readonly what: string }) {
  if (keys.length === 0) return <p className="quiet">None.</p>;
  return (
    <ul className="keys">
      {keys.map((key) => (
        <li key={key}>
          <KeyText value={key} what={what} />
        </li>
      ))}
    </ul>
  );
}

export interface LabelledProps {
  readonly rows: readonly Counterparty[];
  readonly caption: string;
  readonly none: string;
}

export function Labelled({ rows, caption, none }: LabelledProps) {
  return (
    <NumbersTable
      caption={caption}
      none={none}
      rows={rows}
      keyOf={({ address }) => address}
      columns={[
        { name: 'Name', cell: ({ label }) => label },
        { name: 'Wallet', cell: ({ address }) => <KeyText value={address} what="the wallet" /> },
      ]}
    />
  );
}

export interface WaitsProps {
  /** Called with the request that waits for the signature. */
  readonly onWaits: (request: string) => void;
}

export interface ControlProps extends WaitsProps {
  readonly control: WalletControl;
}

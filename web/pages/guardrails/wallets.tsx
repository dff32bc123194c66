import {
  endAgentWallet,
  endGrant,
  type Grant,
  unwatchWallet,
  type WalletControl,
} from '../../data/owner/control.ts';
import { calendar, seconds } from '../../model/formats.ts';
import { wordsOf } from '../../model/intents.ts';
import { shortKey } from '../../model/keys.ts';
import { Card, NumbersTable } from '../../parts/card.tsx';
import { KeyText } from '../../parts/values.tsx';
import type { ControlProps, WaitsProps } from './edit.tsx';
import { EndButton } from './end-button.tsx';
import { AddAgentWallet, Watch } from './named-wallet-form.tsx';

/** Agent wallets, watched wallets, and grants that the owner signed. */
export function Wallets({ control, onWaits }: ControlProps) {
  return (
    <Card title="Wallets and grants" note="Revoking applies immediately">
      <Acting wallets={control.agent_wallets} onWaits={onWaits} />
      <Watched wallets={control.watched_wallets} />
      <Grants grants={control.grants} />
    </Card>
  );
}

function Acting({ wallets, onWaits }: WaitsProps & { readonly wallets: readonly string[] }) {
  return (
    <div className="stack">
      <h3>Wallets that act for you</h3>
      <NumbersTable
        none="None. Such a wallet agrees first; your agents can then fund it and read its rewards."
        caption="Wallets that act for you"
        rows={wallets}
        keyOf={(wallet) => wallet}
        columns={[
          { name: 'Wallet', cell: (wallet) => <KeyText value={wallet} what="the agent wallet" /> },
          {
            name: 'Revoke',
            number: true,
            cell: (wallet) => (
              <EndButton
                action="Revoke"
                of={`the wallet ${shortKey(wallet)}`}
                title="Revoke this agent wallet?"
                work={() => endAgentWallet(wallet)}
              >
                {wallet} no longer acts for you: your agents can neither fund it nor read its rewards. To add
                it again, it has to agree and you have to sign.
              </EndButton>
            ),
          },
        ]}
      />
      <AddAgentWallet onWaits={onWaits} />
    </div>
  );
}

function Watched({ wallets }: { readonly wallets: WalletControl['watched_wallets'] }) {
  return (
    <div className="stack">
      <h3>Watched wallets</h3>
      <NumbersTable
        none="Agents watch no wallet. Watching grants nothing."
        caption="Watched wallets"
        stacks
        rows={wallets}
        keyOf={({ address }) => address}
        columns={[
          { name: 'Name', cell: ({ label }) => label },
          { name: 'Wallet', cell: ({ address }) => <KeyText value={address} what="the wallet" /> },
          {
            name: 'Remove',
            number: true,
            cell: ({ address, label }) => (
              <EndButton
                action="Remove"
                of={label}
                title={`Stop watching “${label}”?`}
                work={() => unwatchWallet(address)}
              >
                Agents no longer see it among the watched wallets. Nothing else changes.
              </EndButton>
            ),
          },
        ]}
      />
      <Watch />
    </div>
  );
}

function Grants({ grants }: { readonly grants: readonly Grant[] }) {
  return (
    <div className="stack">
      <h3>Grants</h3>
      <NumbersTable
        none="You have signed no grant."
        caption="Grants"
        stacks
        rows={grants}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Kind', cell: ({ kind }) => wordsOf(kind) },
          { name: 'For', prose: true, cell: ({ subject }) => subject },
          { name: 'Since', cell: ({ granted_at }) => calendar(seconds(granted_at)) },
          {
            name: 'Ends',
            cell: ({ expires_at }) => (expires_at === null ? 'never' : calendar(seconds(expires_at))),
          },
          {
            name: 'Revoke',
            number: true,
            cell: (grant) => (
              <EndButton
                action="Revoke"
                of={`${wordsOf(grant.kind)}, ${grant.subject}`}
                title={`Revoke this ${wordsOf(grant.kind).toLowerCase()}?`}
                work={() => endGrant(grant)}
              >
                It ends immediately, and open requests of its kind are rejected. {grant.subject} would need a
                new signature.
              </EndButton>
            ),
          },
        ]}
      />
    </div>
  );
}

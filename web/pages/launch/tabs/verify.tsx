import { useSearch } from '@tanstack/react-router';
import { BASE } from '../../../data/http.ts';
import type { LaunchAccounts } from '../../../data/launch-shapes.ts';
import { grouped } from '../../../model/formats.ts';
import { verifierCommand } from '../../../model/verifier-command.ts';
import { Card } from '../../../parts/card.tsx';
import { Copyable } from '../../../parts/copy-button.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { FileLinks } from '../../../parts/file-links.tsx';
import { KeyText } from '../../../parts/values.tsx';
import type { TimedLaunchProps } from '../shown.ts';
import { fileAddress } from './listing-file.tsx';

const LISTINGS = [
  { name: 'pledges', label: 'Pledges' },
  { name: 'flows', label: 'Escrow activity' },
] as const;

/** Whole listings as files, at exactly the slot shown. */
export function Downloads({ launch }: Pick<TimedLaunchProps, 'launch'>) {
  const slot = launch.source.lastIndexedSlot;
  return (
    <Card title="Download" note={`All rows, as of slot ${grouped(slot)}`}>
      <div className="downloads">
        {LISTINGS.map(({ name, label }) => (
          <div key={name} className="downloads-row">
            <strong>{label}</strong>
            <FileLinks
              what={label}
              addressOf={(ending) => fileAddress(launch.launchId, `${name}.${ending}`, slot)}
            />
          </div>
        ))}
      </div>
      <p className="small quiet">
        Amounts are base units. The headers of each file give its slot, its number of rows and a digest that
        anyone can recompute.
      </p>
    </Card>
  );
}

interface AccountsProps extends Pick<TimedLaunchProps, 'launch'> {
  readonly accounts: LaunchAccounts;
}

/** How to verify without trusting this page. */
export function VerifyCard({ launch, accounts }: AccountsProps) {
  const { wallet } = useSearch({ from: '/launches/$launchId' });
  const { cluster, programId } = accounts.source;
  const command = verifierCommand({
    launchId: launch.launchId,
    cluster,
    programId,
    wallet,
    api: BASE.href.replace(/\/$/, ''),
    explorer: accounts.explorer.program,
  });
  return (
    <Card title="Verify this yourself" note="Independent of this page">
      <p>
        The verifier reads this launch from a Solana node, with its own arithmetic, and compares it with the
        answers of Launchlens. It is one readable file that runs on Node 20 or newer; this command fetches it
        first. Use your own node with <code>--rpc</code>.
      </p>
      <Copyable text={command} what="the command" />
    </Card>
  );
}

/** The accounts of the launch, with links to a public explorer. */
export function Accounts({ accounts }: Pick<AccountsProps, 'accounts'>) {
  const { explorer } = accounts;
  const rows = [
    ['LaunchConfig', accounts.address, explorer.launchConfig],
    ['Escrow token account', accounts.escrowTokenAccount, explorer.escrowTokenAccount],
    ['Launch vault', accounts.launchVault, explorer.launchVault],
    ['Mint of the launched token', accounts.launchMint, explorer.launchMint],
    ['Mint of the pledged token', accounts.pledgeMint, explorer.pledgeMint],
    ['Authority', accounts.authority, explorer.authority],
    ['Escrow program', accounts.source.programId, explorer.program],
  ] as const;
  return (
    <Card title="Accounts" note="Links open a public explorer">
      <Facts
        facts={rows.map(([name, value, href]) => ({
          name,
          value: <KeyText value={value} what={`the address of: ${name}`} href={href} />,
        }))}
      />
    </Card>
  );
}

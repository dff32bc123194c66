import { useSearch } from '@tanstack/react-router';
import { BASE } from '../../data/base.ts';
import { verifierCommand } from '../../model/verifier-command.ts';
import { Card } from '../../parts/card.tsx';
import { Copyable } from '../../parts/copy-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { KeyText } from '../../parts/key-text.tsx';
import type { TimedLaunchProps } from './props.ts';

/** How to verify without trusting this page. */
export function VerifyCard({ launch }: TimedLaunchProps) {
  const { wallet } = useSearch({ from: '/launches/$launchId' });
  const { cluster, programId } = launch.source;
  const command = verifierCommand({
    ...{ launchId: launch.launchId, cluster, programId, wallet },
    api: BASE.href.replace(/\/$/, ''),
    explorer: launch.explorer.program,
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
export function Accounts({ launch }: TimedLaunchProps) {
  const { explorer } = launch;
  const accounts = [
    ['LaunchConfig', launch.address, explorer.launchConfig],
    ['Escrow token account', launch.escrowTokenAccount, explorer.escrowTokenAccount],
    ['Launch vault', launch.launchVault, explorer.launchVault],
    ['Mint of the launched token', launch.launchMint, explorer.launchMint],
    ['Mint of the pledged token', launch.pledgeMint, explorer.pledgeMint],
    ['Authority', launch.authority, explorer.authority],
    ['Escrow program', launch.source.programId, explorer.program],
  ] as const;
  return (
    <Card title="Accounts" note="Links open a public explorer">
      <Facts
        facts={accounts.map(([name, value, href]) => ({
          name,
          value: <KeyText value={value} what={`the address of: ${name}`} href={href} />,
        }))}
      />
    </Card>
  );
}

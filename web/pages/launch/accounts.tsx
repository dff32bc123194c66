import { Card } from '../../parts/card.tsx';
import { Facts } from '../../parts/facts.tsx';
import { KeyText } from '../../parts/key-text.tsx';
import type { TimedLaunchProps } from './props.ts';

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
    <Card title="Accounts" note="Links lead to a public explorer, on another site">
      <Facts
        facts={accounts.map(([name, value, href]) => ({
          name,
          value: <KeyText value={value} what={`the address of: ${name}`} href={href} />,
        }))}
      />
    </Card>
  );
}

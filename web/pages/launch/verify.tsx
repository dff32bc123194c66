import { useSearch } from '@tanstack/react-router';
import { BASE } from '../../data/base.ts';
import { verifierCommand } from '../../model/verifier-command.ts';
import { Card } from '../../parts/card.tsx';
import { Copyable } from '../../parts/copyable.tsx';
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
    <Card title="Verify this yourself" note="Trusts nothing of this page">
      <p>
        The verifier reads this launch from a Solana node, by its own arithmetic, and compares it with what
        Launchlens says. It is one readable file that runs on Node 20 or newer; this command fetches it first.
        Name a node of your own with <code>--rpc</code>.
      </p>
      <Copyable text={command} what="the command" />
    </Card>
  );
}

import { type EscrowStanding, escrowStanding, type Tone } from '../../../model/launch.ts';
import { Card } from '../../../parts/card.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Amount, Badge } from '../../../parts/values.tsx';
import type { TimedLaunchProps } from '../shown.ts';

const VERDICTS: Readonly<Record<EscrowStanding['verdict'], { tone: Tone; label: string; meaning: string }>> =
  {
    covered: { tone: 'good', label: 'Equal', meaning: 'The escrow holds exactly what is required.' },
    emptied: {
      tone: 'good',
      label: 'Collected',
      meaning: 'The raise was collected, and the escrow is empty.',
    },
    surplus: {
      tone: 'info',
      label: 'More than pledged',
      meaning: 'Anyone can send tokens in: every pledge is covered, and the escrow holds this much more.',
    },
    short: { tone: 'bad', label: 'Less than pledged', meaning: 'The escrow does not cover every pledge.' },
  };

/** The balance of the escrow against its requirement. */
export function EscrowCard({ launch }: TimedLaunchProps) {
  const { escrowBalance: balance, vaultBalance, pledgeMintDecimals: decimals } = launch;
  const refunded = launch.settlement?.refunds?.refundedTotal ?? 0n;
  const standing = escrowStanding({ ...launch, refunded, balance });
  const { tone, label, meaning } = VERDICTS[standing.verdict];
  return (
    <Card title="Escrow check" note={<Badge tone={tone}>{label}</Badge>}>
      <p>{meaning}</p>
      <div className="balance-compare">
        <div>
          <p className="small quiet">In escrow</p>
          <p className="figure">
            {balance === null ? 'no account' : <Amount base={balance} decimals={decimals} />}
          </p>
        </div>
        <div>
          <p className="small quiet">Required</p>
          <p className="figure">
            <Amount base={standing.owed} decimals={decimals} />
          </p>
        </div>
      </div>
      <Facts
        look="pairs"
        facts={[
          ...(standing.difference === 0n
            ? []
            : [{ name: 'Difference', value: <Amount base={standing.difference} decimals={decimals} /> }]),
          { name: 'Pledged', value: <Amount base={launch.totalPledged} decimals={decimals} /> },
          { name: 'Refunded', value: <Amount base={refunded} decimals={decimals} /> },
          {
            name: 'Tokens in the vault',
            value:
              vaultBalance === null ? (
                'no account'
              ) : (
                <Amount base={vaultBalance} decimals={launch.launchMintDecimals} />
              ),
          },
        ]}
      />
    </Card>
  );
}

import { useOwnerChanged } from '../../../data/owner/list.ts';
import { deleteWebhook, enableWebhook, useWebhooks, type Webhook } from '../../../data/owner/webhooks.ts';
import { seconds } from '../../../model/formats.ts';
import { announce, Button, useClock, useDoing } from '../../../parts/actions.tsx';
import { Card } from '../../../parts/card.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { FailureNotice } from '../../../parts/notice.tsx';
import { Rows } from '../../../parts/owner-rows.tsx';
import { Badge, Moment } from '../../../parts/values.tsx';
import { EndButton } from '../../guardrails/end-button.tsx';

/** Every address that the owner's events are posted to, whoever registered it. */
export function Webhooks() {
  return (
    <Card title="Webhooks" note="Addresses that your events are posted to">
      <Rows from={useWebhooks()} none="No webhook is registered.">
        {(rows) => (
          <ul className="credentials">
            {rows.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
      </Rows>
    </Card>
  );
}

function WebhookRow({ webhook }: { readonly webhook: Webhook }) {
  const now = useClock(30_000);
  const { label, url, events, registrant, created_at, disabled_at, disabled_reason } = webhook;
  const past = (time: number) => <Moment time={seconds(time)} now={now} past />;
  // Nothing is sent for an agent whose credential has ended.
  const canBeOn = registrant === null || registrant.ended_at === null;
  const by = registrant === null ? 'You' : `Your agent “${registrant.label}”`;
  return (
    <li className="credential" data-gone={disabled_at !== null}>
      <div className="row row-between">
        <span className="row">
          <strong>{label}</strong>
          <Badge tone={disabled_at === null ? 'good' : 'plain'}>{disabled_at === null ? 'On' : 'Off'}</Badge>
        </span>
        <EndButton
          action="Delete"
          of={`the webhook ${label}`}
          title={`Delete “${label}”?`}
          done={`Deleted “${label}”.`}
          work={() => deleteWebhook(webhook)}
        >
          Launchlens sends nothing more to {url}, and drops what is queued for it.
        </EndButton>
      </div>
      <Facts
        facts={[
          { name: 'Address', value: url },
          { name: 'Events', value: events.join(', ') },
          { name: 'Registered by', value: by },
          { name: 'Registered', value: past(created_at) },
          ...(disabled_at === null ? [] : [{ name: 'Off since', value: past(disabled_at) }]),
          ...(disabled_reason === null ? [] : [{ name: 'Reason', value: disabled_reason }]),
        ]}
      />
      {disabled_at !== null && canBeOn && <TurnOn webhook={webhook} />}
    </li>
  );
}

function TurnOn({ webhook }: { readonly webhook: Webhook }) {
  const changed = useOwnerChanged();
  const doing = useDoing();
  const turnOn = (): void =>
    doing.run(async () => {
      await enableWebhook(webhook);
      announce(`Turned on “${webhook.label}”.`);
      await changed();
    });
  return (
    <>
      {doing.failure !== undefined && <FailureNotice failure={doing.failure} />}
      <div>
        <Button aria-label={`Turn on the webhook ${webhook.label}`} disabled={doing.busy} onClick={turnOn}>
          Turn on
        </Button>
      </div>
    </>
  );
}

import { useWebhooks } from '../../../data/owner/webhooks.ts';
import { Card } from '../../../parts/card.tsx';
import { Rows } from '../../../parts/owner-rows.tsx';
import { WebhookRow } from './webhook-row.tsx';

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

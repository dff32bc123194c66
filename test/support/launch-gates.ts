import { expect } from 'vitest';
import type { Launchlens } from '../../client/index.ts';
import { waitFor } from './wait-for.ts';

export const OPERATOR_TOKEN = 'the operator of these tests';

interface Gate {
  readonly open: boolean;
  readonly pending: readonly string[];
}

const shown = ({ open, pending }: Gate): Gate => ({ open, pending });

/** The gate as the three APIs show it. */
export async function gates({ launches, graphql, mcp }: Launchlens): Promise<readonly Gate[]> {
  const document = '{ status { launchGate { open pending } } }';
  const { status } = await graphql.query<{ status: { launchGate: Gate } }>(document);
  const { answer } = await mcp.call('get_ilo_details', {});
  const { launch_gate: rest } = await launches.status();
  return [shown(rest), shown(status.launchGate), shown(answer.launch_gate ?? expect.fail('no gate'))];
}

export async function shows(at: Launchlens, gate: Gate): Promise<void> {
  const everywhere = JSON.stringify([gate, gate, gate]);
  const equal = async () => JSON.stringify(await gates(at)) === everywhere;
  await waitFor(equal, { what: `all transports to show ${JSON.stringify(gate)}` });
}

export const setOver = (url: string, body: object) =>
  fetch(`${url}/api/v1/operator/launch-gate/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${OPERATOR_TOKEN}` },
    body: JSON.stringify(body),
  });

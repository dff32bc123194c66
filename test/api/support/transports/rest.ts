import type { ApiUnderTest } from '../mirror-under-test.ts';
import type { Question, Transport } from './question.ts';

export function restTransport(api: Pick<ApiUnderTest, 'get'>): Transport {
  return {
    name: 'REST',
    ask: async (question) => {
      const { status, text, json } = await api.get(pathOf(question));
      return status === 200 ? { json: text } : { refused: json.detail, status };
    },
  };
}

function pathOf({ about, values }: Question): string {
  const { launch_id, ...rest } = values as Record<string, string | number | undefined>;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value));
  const paths = {
    status: 'status',
    launches: 'launches',
    launch: `launches/${launch_id}`,
    pledges: `launches/${launch_id}/pledges`,
  };
  return `/api/v1/ilo/${paths[about]}/?${query}`;
}

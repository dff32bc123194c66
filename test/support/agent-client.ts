import { signIn } from './sign-in.ts';
import type { TestWallet } from './wallets.ts';

/** An answer; without a status where the connection broke before it came. */
export interface Heard {
  readonly status: number | undefined;
  readonly json: {
    readonly status?: string;
    readonly token?: string;
    readonly key?: string;
    readonly id?: string;
  };
}

interface Listed {
  readonly id: string;
  readonly label: string;
  readonly revoked_at: string | null;
  readonly replaced_by: string | null;
}

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 0, method: 'initialize' },
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

/** An owner and the owner's agents, at any of the API processes. */
export class AgentClient {
  readonly #url: string;
  readonly #wallet: TestWallet;
  readonly #bearer: string;

  private constructor(url: string, wallet: TestWallet, bearer: string) {
    this.#url = url;
    this.#wallet = wallet;
    this.#bearer = bearer;
  }

  static async of(url: string, wallet: TestWallet): Promise<AgentClient> {
    return new AgentClient(url, wallet, await signIn(url, wallet));
  }

  async issue(label: string): Promise<{ id: string; key: string }> {
    const { status, json } = await this.#send(this.#url, '/keys/', { label, scopes: ['read'] });
    const { id, key } = json;
    if (id === undefined || key === undefined) throw new Error(`no key was issued: ${status}`);
    return { id, key };
  }

  /** @returns the device code */
  async approvedPairing(): Promise<string> {
    const start = await fetch(`${this.#url}/pair/start/`, json({}));
    const { user_code, device_code } = (await start.json()) as { user_code: string; device_code: string };
    const shown = await fetch(`${this.#url}/pair/request/?user_code=${user_code}`);
    const { message } = (await shown.json()) as { message: string };
    const signature = this.#wallet.sign(message);
    const decision = { user_code, wallet_address: this.#wallet.address, signature };
    const { status } = await this.#send(this.#url, '/pair/approve/', decision);
    if (status !== 200) throw new Error(`the pairing was not approved: ${status}`);
    return device_code;
  }

  poll(deviceCode: string, url: string): Promise<Heard> {
    return this.#send(url, '/pair/poll/', { device_code: deviceCode });
  }

  change(verb: 'rotate' | 'revoke', id: string, url: string): Promise<Heard> {
    return this.#send(url, `/keys/${id}/${verb}/`, {});
  }

  async list(kind: 'keys' | 'tokens'): Promise<readonly Listed[]> {
    const headers = { authorization: `Bearer ${this.#bearer}` };
    const answer = await fetch(`${this.#url}/${kind}/?limit=200`, { headers });
    return ((await answer.json()) as { results: Listed[] }).results;
  }

  /** The status of an agent's first request. */
  async use(secret: string, url: string): Promise<number> {
    const headers = {
      authorization: `Bearer ${secret}`,
      accept: 'application/json, text/event-stream',
    };
    const answer = await fetch(new URL('/mcp/agent-v1', url), json(INITIALIZE, headers));
    await answer.arrayBuffer();
    return answer.status;
  }

  async #send(url: string, path: string, body: object): Promise<Heard> {
    try {
      const answer = await fetch(`${url}${path}`, json(body, { authorization: `Bearer ${this.#bearer}` }));
      return { status: answer.status, json: (await answer.json()) as Heard['json'] };
    } catch {
      return { status: undefined, json: {} };
    }
  }
}

function json(body: object, headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

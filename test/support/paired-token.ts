import type { TestWallet } from './wallets.ts';

/** A token of the base scopes, or of those named, as an agent and the owner of a wallet come by it over REST. */
export async function pairedToken(
  url: string,
  wallet: TestWallet,
  scopes?: readonly string[],
): Promise<string> {
  const ask = async (method: string, path: string, body?: object) => {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${url}/api/v1/pair/${path}`, { method, ...sent });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { user_code, device_code } = await ask('POST', 'start/', scopes ? { requested_scopes: scopes } : {});
  const { message } = await ask('GET', `request/?user_code=${user_code}`);
  const signature = wallet.sign(message);
  await ask('POST', 'approve/', { user_code, wallet_address: wallet.address, signature });
  const { token } = await ask('POST', 'poll/', { device_code });
  return token;
}

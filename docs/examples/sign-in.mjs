// Signs a throw-away wallet in: prints shell variables with its address and the bearer token. A real owner signs the
// message in a wallet; the key made here lives only as long as this process.

import { generateKeyPairSync, sign } from 'node:crypto';
import { base58 } from '@scure/base';

const api = process.argv[2] ?? 'http://127.0.0.1:8080/api/v1';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const wallet = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));

const { message } = await post('/auth/challenge/', { wallet_address: wallet });
const signature = base58.encode(sign(null, Buffer.from(message), privateKey));
const { token } = await post('/auth/sign-in/', { message, signature });
process.stdout.write(`WALLET=${wallet} TOKEN=${token}\n`);

async function post(path, body) {
  const response = await fetch(api + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.ok) return answer;
  process.stderr.write(`${answer.detail}\n`);
  process.exit(1);
}

// Signs a wallet in: prints shell variables with its address and the bearer token. A real owner signs the message in a
// wallet. The key made here lives only as long as this process; with `demo`, it is the well-known key of the wallet whose
// rewards `launchlens up --demo` shows.

import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { base58 } from '@scure/base';

const [api = 'http://127.0.0.1:8080/api/v1', who] = process.argv.slice(2);

const privateKey = who === 'demo' ? demoKey() : generateKeyPairSync('ed25519').privateKey;
const publicKey = createPublicKey(privateKey);
const wallet = base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));

const { message } = await post('/auth/challenge/', { wallet_address: wallet });
const signature = base58.encode(sign(null, Buffer.from(message), privateKey));
const { token } = await post('/auth/sign-in/', { message, signature });
process.stdout.write(`WALLET=${wallet} TOKEN=${token}\n`);

function demoKey() {
  const seed = createHash('sha256').update('launchlens demo').digest();
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  return createPrivateKey({ key: Buffer.concat([prefix, seed]), format: 'der', type: 'pkcs8' });
}

async function post(path, body) {
  const response = await fetch(api + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(({ cause }) => {
    process.stderr.write(`${api} cannot be reached: ${cause?.message}\n`);
    process.exit(1);
  });
  const answer = await response.json();
  if (response.ok) return answer;
  process.stderr.write(`${answer.detail}\n`);
  process.exit(1);
}

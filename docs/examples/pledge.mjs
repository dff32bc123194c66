// An agent proposes a pledge and its owner's wallet signs it, both played here, on the local chain. The owner's key lives
// only in this process: a real owner has it in a wallet, and signs on the pages of Launchlens.

import { generateKeyPairSync, sign } from 'node:crypto';
import { base58 } from '@scure/base';
// In a project of your own: npm install launchlens-client, and import it by that name.
import { Launchlens } from 'launchlens/client';

const url = process.env.LAUNCHLENS_URL ?? 'http://127.0.0.1:8080';
const rpcUrl = process.env.SOLANA_RPC_URL ?? 'http://127.0.0.1:8899';
const pledge = { launch_id: '4', amount: '25000000' };
const say = (what, words) => process.stdout.write(`${what.padEnd(11)}${words}\n`);

/** What pages know as a wallet. A transaction with one signer has its signature in the 64 bytes after their count. */
function throwAwayWallet() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signed = (bytes) => new Uint8Array(sign(null, bytes, privateKey));
  return {
    address: base58.encode(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)),
    signMessage: signed,
    signTransaction: (transaction) => {
      const whole = Uint8Array.from(transaction);
      whole.set(signed(whole.subarray(65)), 1);
      return whole;
    },
  };
}

/** The local chain's faucet: stablecoins, and lamports for fees. */
async function giveStablecoins(address) {
  const params = [{ wallet: address, amount: '100000000' }];
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'localnet_giveStablecoins', params }),
  });
  const { error } = await response.json();
  if (error) throw new Error(error.message);
}

/** The agent: a plan first, which proposes nothing; then the intent. Until the faucet's transfer is in, the plan is refused. */
async function propose(agent) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { plan } = (await agent.mcp.call('pledge_to_ilo', pledge)).answer;
      say(
        'plan',
        `${plan.summary} Simulated: ${plan.transaction.simulation.ok ? 'it would pass' : 'refused'}.`,
      );
      const confirmed = { ...pledge, confirm: true, plan_id: plan.plan_id };
      return (await agent.mcp.call('pledge_to_ilo', confirmed)).answer.intent;
    } catch (error) {
      if (error.toolCode !== 'balance_too_low' || attempt === 20) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

const wallet = throwAwayWallet();
await giveStablecoins(wallet.address);
const owner = new Launchlens({ url, env: {} });
await owner.signIn(wallet);
const { key } = await owner.keys.issue({ label: 'pledging agent', scopes: ['intent', 'trade'] }, { wallet });

const agent = new Launchlens({ url, apiKey: key });
const { id, status } = await propose(agent);
say('intent', `${status}: nothing moves before the owner's wallet signs`);

const submitted = await owner.intents.execute(id, wallet, {
  look: ({ instructions }) => {
    say(
      'sign',
      instructions.map(({ program_name: program, instruction }) => `${program}: ${instruction}`).join(', '),
    );
  },
});
say(submitted.status, submitted.signature);
const outcome = await owner.intents.outcome(id);
say(outcome.status, outcome.reason ?? `in slot ${outcome.slot}`);

for (const asOfSlot of [outcome.slot - 1, outcome.slot]) {
  const { wallet: part } = await owner.launches.get('4', { wallet: wallet.address, asOfSlot });
  say(`slot ${asOfSlot}`, `pledged ${part.pledged}`);
}
await agent.close();

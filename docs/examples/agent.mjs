// An agent that pairs with the owner of a wallet and reads for them over MCP. It keeps its token in the process alone: give
// it a place of yours, or LAUNCHLENS_PAIRING_TOKEN, and it pairs only when it has to.

// In a project of your own: npm install launchlens-client, and import it by that name.
import { AuthenticationError, Launchlens, MissingScopeError } from 'launchlens/client';

const say = (line) => process.stdout.write(`${line}\n`);
const url = process.env.LAUNCHLENS_URL ?? 'http://127.0.0.1:8080';

/** Shows the owner a code and waits until they approved it with their wallet. */
async function pairAgain() {
  const { token } = await new Launchlens({ url }).pair({
    clientName: 'An example agent',
    scopes: ['read'],
    onCode: ({ userCode, verificationUrlComplete }) => {
      say(`Approve the code ${userCode} at ${verificationUrlComplete}`);
    },
  });
  return token;
}

async function report(launchlens) {
  const rewards = await launchlens.mcp.call('get_rewards_summary', {});
  const { amount_base_units: claimable } = rewards.answer.totals.claimable;
  say(`${rewards.answer.wallet_address} can claim ${claimable} base units.`);

  const launches = await launchlens.mcp.call('list_launches', { limit: 3 });
  say(launches.words);
}

// A token or key of the environment is taken by itself. The surface is named, since without either it would be the public
// one, which has no tools for owners.
let launchlens = new Launchlens({ url, surface: 'agent-v1' });
for (let attempt = 1; ; attempt += 1) {
  try {
    await report(launchlens);
    break;
  } catch (error) {
    // Revoked, expired or none at all: the owner has to approve again. A missing scope is asked for in the same way.
    const pairable = error instanceof AuthenticationError || error instanceof MissingScopeError;
    if (!pairable || attempt > 1) throw error;
    say(error.message);
    await launchlens.close();
    launchlens = new Launchlens({ url, pairingToken: await pairAgain() });
  }
}
await launchlens.close();

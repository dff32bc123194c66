import type { AgentPrincipal } from '../../../../api/access/agents/principal.ts';
import { onBehalfOf } from '../../../../api/access/asking-network.ts';
import { tokenSymbols } from '../../../../api/actions/token-symbols.ts';
import type { TokensContext } from '../../../../api/actions/tokens/context.ts';
import { vouchedSymbols } from '../../../../api/actions/tokens/known.ts';
import { createAssembler } from '../../../../api/actions/transactions/assemble.ts';
import { fitsIntoPacket } from '../../../../api/actions/venues/assembled-route.ts';
import { venueBuilder } from '../../../../api/actions/venues/builder.ts';
import { callTool } from '../../../../api/mcp/catalogue/call.ts';
import { TOOLS } from '../../../../api/mcp/tools/all.ts';
import { openTokens } from '../../../../api/tokens.ts';
import { openVenues } from '../../../../api/venues/venues.ts';
import { createLogger } from '../../../../core/kernel/logger.ts';
import { readSettings } from '../../../../core/kernel/settings/load.ts';
import type { Oltp } from '../../../../core/oltp/port.ts';
import { SCOPES, type Scope } from '../../../../core/rules/scopes.ts';
import { manualClock } from '../../../support/manual-clock.ts';
import { testWallet } from '../../../support/wallets.ts';
import { openAgentApi } from '../../support/agent-api.ts';
import { type ChainOf, chainOf } from '../../venues/chain-of.ts';
import { hastyClock } from '../../venues/hasty-clock.ts';
import { principalOf } from './agents.ts';
import { agentsOver } from './agents-under-test.ts';
import { NO_CONTEXT } from './surface-under-test.ts';

const logger = createLogger('silent');
const OPEN = { PERPS_JURISDICTIONS: 'CH', EQUITY_JURISDICTIONS: 'CH', OFFRAMP_JURISDICTIONS: 'CH' };
let owners = 0;

// biome-ignore lint/suspicious/noExplicitAny: the answer of any tool
type Answer = any;

/** Tools of venues over a real store of decisions, a chain of the test, and venues by their settings. */
export interface VenueApi {
  readonly owner: ReturnType<typeof testWallet>;
  readonly chain: ChainOf;
  readonly oltp: Oltp;
  /** What reads of wallets, tokens and prices ask; a test may replace its chain. */
  readonly tokens: { -readonly [Part in keyof TokensContext]: TokensContext[Part] };
  call(name: string, raw?: unknown, scopes?: readonly Scope[]): Promise<Answer>;
  /** The same without a credential, from a network. */
  callAsNobody(name: string, raw?: unknown, network?: string): Promise<Answer>;
  /** Plans and confirms. */
  propose(name: string, raw: object): Promise<Answer>;
  /** What is kept of the owner's intents. */
  intents(): Promise<Answer[]>;
  /** The transaction that the owner would be given to sign. */
  handOut(id: string): Promise<{ readonly status: number; readonly json: Answer }>;
}

/** Of an owner of its own, who declared a jurisdiction where every market is open, or what the test says. */
export async function openVenueApi(
  oltp: Oltp,
  environment: Readonly<Record<string, string>>,
  { declared }: { readonly declared: string | undefined } = { declared: 'CH' },
): Promise<VenueApi> {
  const settings = readSettings(environment, {});
  const venues = openVenues({ settings, clock: hastyClock(), fits: fitsIntoPacket });
  const tokens = { ...openTokens({ settings, clock: hastyClock() }) };
  const chain = chainOf();
  const assembler = createAssembler({ chain, computeUnitPrice: 0n, known: async () => undefined });
  const builders = new Map([['venue', venueBuilder({ venues, chain })]]);
  const api = await openAgentApi(oltp, manualClock(Date.UTC(2026, 9, 1, 12)), OPEN);
  const { control, intents: opened } = api.context;
  const symbolOf = vouchedSymbols(tokenSymbols(settings), tokens.known);
  const intents = { ...opened, chain, assembler, builders, symbolOf };
  Object.assign(opened, intents);
  owners += 1;
  const owner = testWallet(`owner of venues ${owners}`);
  const agents = await agentsOver(oltp);
  const { credential } = await agents.issue({ owner: owner.address, scopes: SCOPES });
  const answerTo = async (name: string, raw: unknown = {}, caller?: AgentPrincipal): Promise<Answer> => {
    const tool = TOOLS.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    const context = { ...NO_CONTEXT, symbolOf: tokenSymbols(settings), control, intents, venues, tokens };
    return (await callTool({ tool, raw, caller }, { context, logger })).structuredContent;
  };
  const under: VenueApi = {
    ...{ owner, chain, oltp, tokens },
    call: (name, raw, scopes = SCOPES) =>
      answerTo(name, raw, principalOf({ owner: owner.address, scopes, credentialId: credential.id })),
    callAsNobody: (name, raw, network = '192.0.2.1') =>
      onBehalfOf(network, () => answerTo(name, raw, undefined)),
    propose: async (name, raw) => {
      const { plan } = await under.call(name, raw);
      return under.call(name, { ...raw, confirm: true, plan_id: plan?.plan_id });
    },
    intents: async () => (await api.asOwner(owner.address, 'GET', '/intents/')).json.results,
    handOut: async (id) => {
      const { status, json } = await api.asOwner(owner.address, 'POST', `/intents/${id}/transaction/`);
      return { status, json };
    },
  };
  if (declared !== undefined) await under.call('declare_jurisdiction', { country: declared });
  return under;
}

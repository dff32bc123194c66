import { z } from 'zod';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import { isPubkey } from '../../../core/kernel/pubkey.ts';
import { prose, textOf } from '../../../schemas/mcp/arguments.ts';
import { fetchAnswer, type SearchHit, searchAnswer } from '../../../schemas/mcp/search.ts';
import type { LaunchAnswer } from '../../../schemas/rest/launch.ts';
import { UNFOLLOWED } from '../../actions/backtests/context.ts';
import { launchDetail } from '../../actions/launch-detail.ts';
import { listLaunches } from '../../actions/listings.ts';
import { defineTool, INDEX_READ, type Tool, type ToolContext } from '../catalogue/tool.ts';
import { getIloDetails, getSourceStatus, getWalletPosition } from './launches.ts';

/** How many launches are searched, newest first. One that is named by its id is always found. */
const SEARCHED = 200;
const MOST_HITS = 10;
/** Launches of a wallet in one document, which fit in an answer of usual size. */
const ROWS = 3;

/** The kinds of documents: the tool that reads one, its arguments, its title and its page. */
interface Kind {
  readonly tool: Tool;
  readonly input: (key: string) => Readonly<Record<string, unknown>>;
  readonly title: (key: string) => string;
  readonly page: (key: string) => string;
}

const KINDS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  [
    'launch',
    {
      tool: getIloDetails,
      input: (launch_id) => ({ launch_id }),
      title: (id) => `Launch ${id}`,
      page: (id) => `/launches/${id}`,
    },
  ],
  [
    'wallet',
    {
      tool: getWalletPosition,
      input: (wallet) => ({ wallet, limit: ROWS }),
      title: (key) => `Wallet ${key}`,
      page: (key) => `/api/v1/ilo/wallets/${key}/positions/`,
    },
  ],
  [
    'index',
    {
      tool: getSourceStatus,
      input: () => ({}),
      title: () => 'Freshness, coverage and proof of the index',
      page: () => '/api/v1/ilo/coverage/',
    },
  ],
]);

function hitOf({ siteUrl }: ToolContext, kindName: string, key: string, about = ''): SearchHit {
  const kind = KINDS.get(kindName);
  const title = `${kind?.title(key)}${about}`;
  return { id: `${kindName}:${key}`, title, url: `${siteUrl?.() ?? ''}${kind?.page(key)}` };
}

export const search = defineTool({
  name: 'search',
  title: 'Search launches',
  description:
    'Finds launches by id, status, symbol or address, a wallet by its key, and the state of the index. Each result has an id for fetch. For exact questions, list_launches and the other reads are better.',
  toolset: 'discovery',
  hints: INDEX_READ,
  input: z.strictObject({ query: prose(200, 'Words, an id or an address.') }),
  output: searchAnswer,
  answer: async (context, { query }) => ({ results: await hits(context, query) }),
  textOf: (answer) => JSON.stringify(answer),
});

async function hits(context: ToolContext, query: string): Promise<SearchHit[]> {
  const terms = query.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const wallets = terms.filter(isPubkey).map((key) => hitOf(context, 'wallet', key));
  const { results } = (await listLaunches(context, { limit: SEARCHED })).body;
  const words = terms.map((term) => term.toLowerCase());
  const scored = results
    .map((launch) => ({ launch, score: scoreOf(launch, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const named = scored.map(({ launch }) => hitOf(context, 'launch', launch.launch_id, `, ${launch.status}`));
  const index = words.some((word) => ['index', 'fresh', 'freshness', 'proof', 'status'].includes(word));
  const found = [
    ...(await launchesById(context, terms)),
    ...wallets,
    ...named,
    ...(index ? [hitOf(context, 'index', 'status')] : []),
  ];
  return [...new Map(found.map((hit) => [hit.id, hit])).values()].slice(0, MOST_HITS);
}

async function launchesById(context: ToolContext, terms: readonly string[]): Promise<SearchHit[]> {
  const ids = terms.filter((term) => /^(0|[1-9][0-9]{0,18})$/.test(term)).slice(0, MOST_HITS);
  const found = await Promise.all(
    ids.map(async (id) => {
      try {
        const { launch } = (await launchDetail(context, { launchId: BigInt(id), wallet: undefined })).body;
        return [hitOf(context, 'launch', id, `, ${launch.status}`)];
      } catch (error) {
        if (isLaunchlensError(error) && error.code === 'LAUNCH_NOT_FOUND') return [];
        throw error;
      }
    }),
  );
  return found.flat();
}

/** How many of the words a launch has among its names. */
function scoreOf(launch: Omit<LaunchAnswer, 'explorer'>, words: readonly string[]): number {
  const { launch_id, status, address, authority, launch_mint, pledge_mint } = launch;
  const names = ['launch', 'launches', launch_id, status, address, authority, launch_mint, pledge_mint];
  const symbols = [launch.launch_mint_symbol, launch.pledge_mint_symbol];
  const known = new Set([...names, ...symbols].map((name) => name?.toLowerCase()));
  return words.filter((word) => known.has(word)).length;
}

const AN_ID = 'an id from search, such as launch:7';

export const fetch = defineTool({
  name: 'fetch',
  title: 'Fetch a search result',
  description: 'Returns one result of search in full, in words and as JSON.',
  toolset: 'discovery',
  hints: INDEX_READ,
  failures: ['LAUNCH_NOT_FOUND'],
  input: z.strictObject({
    id: textOf(AN_ID, /^[a-z]{1,16}:[0-9A-Za-z]{1,64}$/).meta({ description: 'Id of a result of search.' }),
  }),
  output: fetchAnswer,
  answer: async (context, { id }) => {
    const [kindName = '', key = ''] = id.split(':');
    const kind = KINDS.get(kindName);
    const input = kind?.tool.input.safeParse(kind.input(key));
    if (kind === undefined || !input?.success) {
      throw new LaunchlensError('PARAMETER_MALFORMED', { name: 'id', expected: AN_ID });
    }
    const { answer, textOf: words } = kind.tool.serving;
    const answered = await answer(context, input.data, undefined, { input: input.data }, UNFOLLOWED);
    const { source } = answered as { readonly source: { readonly last_indexed_slot: number } };
    return {
      ...hitOf(context, kindName, key),
      text: `${words(answered)}\n\n${JSON.stringify(answered)}`,
      metadata: { last_indexed_slot: String(source.last_indexed_slot) },
    };
  },
  textOf: (answer) => JSON.stringify(answer),
});

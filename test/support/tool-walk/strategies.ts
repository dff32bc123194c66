import { expect } from 'vitest';
import { DCA, PLANS, RUN } from '../../api/support/strategy-plans.ts';
import { waitFor } from '../wait-for.ts';
import type { Told, ToolCase, ToolCases, Walk } from './walk.ts';

const keep = ({ told }: Walk): Promise<Told> => told('strategy_dca_create', { name: 'Kept', ...DCA });
const found = ({ told }: Walk, strategy_id: string): Promise<Told> => told('get_strategy', { strategy_id });
const published = async (walk: Walk): Promise<Told> =>
  walk.told('publish_strategy', { strategy_id: (await keep(walk)).strategy_id });

/** A strategy that is kept as it was asked for, and says whether anything executes it. */
const creating =
  (tool: string, kind: string, good: object): ToolCase =>
  async (walk) => {
    const made = await walk.told(tool, { name: 'Mine', ...good });
    expect(made).toMatchObject({ plan: good, executes: RUN.includes(kind) });
    expect((await found(walk, made.strategy_id)).strategy).toMatchObject({ name: 'Mine', plan: good });
  };

/** The status that a tool brings a strategy of its own to. */
const moving =
  (tool: string, status: string, before?: string): ToolCase =>
  async (walk) => {
    const { strategy_id } = await keep(walk);
    if (before !== undefined) await walk.told(before, { strategy_id });
    await walk.told(tool, { strategy_id });
    expect((await found(walk, strategy_id)).strategy).toMatchObject({ status });
  };

const suggested = async (walk: Walk): Promise<Told> => {
  const { strategy_id } = await published(walk);
  const plan = { ...DCA, steps: 9 };
  return walk.told('propose_template_update', { strategy_id, plan, rationale: 'Longer.' });
};

export const STRATEGIES: ToolCases = {
  run_backtest: async ({ told }) => {
    const { backtest } = await told('run_backtest', { window_end: '2025-01-11' });
    expect(backtest).toMatchObject({
      strategy: 'sma',
      data: { bars: 240 },
      ending_equity: expect.any(String),
    });
  },
  get_backtest: async ({ told }) => {
    const { backtest_id } = (await told('run_backtest', { window_end: '2025-01-11' })).backtest;
    const { rows } = await told('get_backtest', { backtest_id, part: 'steps', limit: 1 });
    expect(rows).toMatchObject([{ i: 0, journal: { observe: expect.any(String) } }]);
  },
  list_backtests: async ({ told }) => {
    expect((await told('list_backtests')).results).toEqual(expect.any(Array));
  },
  ...Object.fromEntries(
    Object.entries(PLANS).map(([kind, { good }]) => {
      const tool = kind === 'composed' ? 'compose_strategy' : `strategy_${kind}_create`;
      return [tool, creating(tool, kind, good)];
    }),
  ),
  strategy_composite_create: async (walk) => {
    const ids = [await keep(walk), await keep(walk)].map(({ strategy_id }) => strategy_id);
    const parts = ids.map((strategy_id) => ({ strategy_id, weight_bps: 5_000 }));
    await creating('strategy_composite_create', 'composite', { parts })(walk);
  },
  list_strategies: async (walk) => {
    const { strategy_id } = await keep(walk);
    const { results } = await walk.told('list_strategies');
    expect(results).toContainEqual(expect.objectContaining({ strategy_id }));
  },
  get_strategy: async (walk) => {
    const { strategy_id } = await keep(walk);
    const firstStep = async () => (await found(walk, strategy_id)).steps[0];
    expect(await waitFor(firstStep, { what: 'the first step to be taken' })).toMatchObject({
      ...{ step: 1, outcome: 'refused', code: 'venue_not_configured' },
    });
  },
  strategy_pause: moving('strategy_pause', 'paused'),
  strategy_resume: moving('strategy_resume', 'active', 'strategy_pause'),
  strategy_cancel: moving('strategy_cancel', 'cancelled'),
  publish_strategy: async (walk) => {
    const { strategy_id } = await published(walk);
    const listed = await walk.told('list_strategies', { published: true });
    expect(listed.published).toContainEqual(expect.objectContaining({ strategy_id, plan: DCA }));
  },
  strategy_modify: async (walk) => {
    const { strategy_id } = await keep(walk);
    await walk.told('strategy_modify', { strategy_id, plan: { ...DCA, steps: 5 } });
    expect((await found(walk, strategy_id)).strategy).toMatchObject({
      plan: { ...DCA, steps: 5 },
      version: 2,
    });
  },
  clone_strategy: async (walk) => {
    const { strategy_id } = await published(walk);
    const clone = await walk.told('clone_strategy', { strategy_id });
    expect(clone).toMatchObject({ status: 'stored', cloned_from: strategy_id });
    expect((await found(walk, clone.strategy_id)).strategy).toEqual(clone);
  },
  sr_configure_strategy: async (walk) => {
    const { strategy_id } = await keep(walk);
    await walk.told('sr_configure_strategy', { strategy_id, tags: ['calm'] });
    expect((await found(walk, strategy_id)).strategy.settings).toMatchObject({ tags: ['calm'] });
  },
  propose_template_update: async (walk) => {
    const suggestion = await suggested(walk);
    expect((await walk.told('list_template_proposals')).results).toContainEqual(suggestion);
  },
  list_template_proposals: async (walk) => {
    const { suggestion_id } = await suggested(walk);
    const { results } = await walk.told('list_template_proposals');
    expect(results).toContainEqual(expect.objectContaining({ suggestion_id, approved_at: null }));
  },
  intelligence_suggestion_approve: async (walk) => {
    const { suggestion_id, strategy_id } = await suggested(walk);
    await walk.told('intelligence_suggestion_approve', { suggestion_id });
    expect((await found(walk, strategy_id)).strategy.plan).toEqual({ ...DCA, steps: 9 });
  },
};

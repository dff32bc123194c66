import { expect } from 'vitest';
import { controlOf, type ToolCases, type Walk } from './walk.ts';

/** Public, and never reached: nothing that it is for happens to this owner. */
const HOOK = { url: 'https://1.1.1.1/hook', label: 'A hook', events: ['intent.confirmed'] };

const hook = ({ told }: Walk, label: string) => told('register_webhook', { ...HOOK, label });
const hooks = async ({ told }: Walk): Promise<string[]> =>
  (await told('list_webhooks')).results.map(({ id }: { id: string }) => id);

/** Tools that keep something for the owner. */
export const RECORDS: ToolCases = {
  register_webhook: async (walk) => {
    const { id, secret } = await hook(walk, 'One');
    expect(secret).toEqual(expect.any(String));
    expect(await hooks(walk)).toContain(id);
  },
  delete_webhook: async (walk) => {
    const { id } = await hook(walk, 'Two');
    await walk.told('delete_webhook', { webhook_id: id });
    expect(await hooks(walk)).not.toContain(id);
  },
  list_webhooks: async (walk) => {
    const { id } = await hook(walk, 'Three');
    expect(await hooks(walk)).toContain(id);
    await walk.told('delete_webhook', { webhook_id: id });
  },
  journal_append: async ({ told }) => {
    const entry = await told('journal_append', { step: 'observe', content: 'Looked around.' });
    expect((await told('list_journal')).results).toContainEqual(entry);
  },
  list_journal: async ({ told }) => {
    const { entry } = await told('journal_append', { step: 'note', content: 'Once more.' });
    expect((await told('list_journal', { limit: 1 })).results).toMatchObject([{ entry }]);
  },
  set_liquidation_alert: async ({ told }) => {
    const terms = { venue: 'perps', market: 'SOL-PERP', distance_bps: 500 };
    const alert = await told('set_liquidation_alert', terms);
    expect(alert).toMatchObject({ distance_bps: 500, status: 'stored' });
    expect((await told('list_liquidation_alerts')).results).toContainEqual(alert);
  },
  list_liquidation_alerts: async ({ told }) => {
    const terms = { venue: 'v', market: 'BTC-PERP', distance_bps: 9 };
    const alert = await told('set_liquidation_alert', terms);
    expect((await told('list_liquidation_alerts')).results).toContainEqual(alert);
  },
  set_portfolio_charter: async ({ told }) => {
    const set = await told('set_portfolio_charter', { rules: 'No leverage.', min_cash_bps: 1_000 });
    expect((await told('get_portfolio_charter')).charter).toEqual(set);
  },
  get_portfolio_charter: async ({ told }) => {
    await told('set_portfolio_charter', { rules: 'Some leverage.' });
    expect((await told('get_portfolio_charter')).charter).toMatchObject({ rules: 'Some leverage.' });
  },
  register_agent: async ({ told }) => {
    const made = await told('register_agent', { name: 'Scout', description: 'Looks.' });
    expect((await told('list_agents')).results).toContainEqual(made);
  },
  update_agent_profile: async ({ told }) => {
    const { agent_id } = await told('register_agent', { name: 'Scribe' });
    const changed = await told('update_agent_profile', { agent_id, model: 'm-2' });
    expect(changed).toMatchObject({ agent_id, model: 'm-2', version: 2 });
    expect((await told('list_agents')).results).toContainEqual(changed);
  },
  list_agents: async ({ told }) => {
    const made = await told('register_agent', { name: 'Third' });
    expect((await told('list_agents')).results).toContainEqual(made);
  },
  report_registry_install: async ({ told }) => {
    const install = await told('report_registry_install', { entry: 'a-skill', version: '1.0.0' });
    expect((await told('list_registry_installs')).results).toContainEqual(install);
  },
  list_registry_installs: async ({ told }) => {
    await told('report_registry_install', { entry: 'a-skill', version: '2.0.0' });
    const { results } = await told('list_registry_installs');
    expect(results).toContainEqual(expect.objectContaining({ entry: 'a-skill', version: '2.0.0' }));
  },
  declare_jurisdiction: async (walk) => {
    await walk.told('declare_jurisdiction', { country: 'CH' });
    expect(await controlOf(walk)).toMatchObject({ jurisdiction: 'CH' });
  },
};

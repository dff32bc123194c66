import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { OwnersOnly } from '../../parts/owner-rows.tsx';
import { Page } from '../../parts/page.tsx';
import { SETTINGS_PARTS, type SettingsPart } from '../search.ts';
import { Activity } from './activity/activity.tsx';
import { Guardrails } from './guardrails/guardrails.tsx';
import { Keys } from './keys/credentials.tsx';
import { NewSecrets, type Secrets, useSecrets } from './keys/secrets.tsx';
import { Rewards } from './rewards/rewards.tsx';
import { Webhooks } from './webhooks/webhooks.tsx';

const route = getRouteApi('/settings');

interface Shown {
  readonly label: string;
  readonly shows: (secrets: Secrets) => ReactNode;
}

const SHOWN: Readonly<Record<SettingsPart, Shown>> = {
  keys: { label: 'Tokens and keys', shows: ({ add, drop }) => <Keys add={add} drop={drop} /> },
  guardrails: { label: 'Guardrails', shows: () => <Guardrails /> },
  webhooks: { label: 'Webhooks', shows: () => <Webhooks /> },
  activity: { label: 'Activity', shows: () => <Activity /> },
  rewards: { label: 'Rewards', shows: () => <Rewards /> },
};

/** What the owner of a wallet lets agents do, and what they did. */
export function SettingsPage() {
  const { part = 'keys' } = route.useSearch();
  const secrets = useSecrets();
  return (
    <Page title="Settings">
      <h1>Settings</h1>
      <NewSecrets shown={secrets.shown} drop={secrets.drop} />
      <OwnersOnly offers="Your agents’ tokens, what they may do, what they did, your webhooks, and your rewards.">
        <Parts />
        {SHOWN[part].shows(secrets)}
      </OwnersOnly>
    </Page>
  );
}

function Parts() {
  const { part: shown = 'keys' } = route.useSearch();
  return (
    <nav className="choices choices-even" aria-label="Parts of the settings">
      {SETTINGS_PARTS.map((part) => (
        <Link
          key={part}
          className="button"
          to="/settings"
          search={{ part }}
          data-chosen={part === shown}
          aria-current={part === shown ? 'page' : undefined}
        >
          {SHOWN[part].label}
        </Link>
      ))}
    </nav>
  );
}

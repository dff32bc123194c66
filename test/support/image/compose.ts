import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const FILE = resolve(import.meta.dirname, '../../../docker-compose.yml');

const bind = z.object({
  type: z.literal('bind'),
  source: z.string(),
  target: z.string(),
  read_only: z.literal(true),
  bind: z.object({ create_host_path: z.literal(false) }),
});
const service = z.object({
  image: z.string(),
  build: z.string().optional(),
  profiles: z.array(z.string()),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()).min(2) }).optional(),
  volumes: z.array(z.union([z.string(), bind])).optional(),
  tmpfs: z.array(z.string()),
  read_only: z.boolean(),
  mem_limit: z.string(),
  ports: z.array(z.string()).optional(),
  depends_on: z
    .record(z.string(), z.object({ condition: z.string(), required: z.boolean().optional() }))
    .optional(),
});
const composeFile = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});

export type ComposeService = z.output<typeof service>;
export type Compose = z.output<typeof composeFile>;

/** The compose file as compose reads it in a shell with these variables. */
export function readCompose(shell: Readonly<Record<string, string>>): Compose {
  return composeFile.parse(interpolated(parse(readFileSync(FILE, 'utf8'), { merge: true }), shell));
}

function interpolated(value: unknown, shell: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') return interpolate(value, shell);
  if (Array.isArray(value)) return value.map((item) => interpolated(item, shell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolated(item, shell)]));
}

/** From the inside out, since a default may name another variable. */
const VARIABLE = /\$\{(\w+)(?::([-?+])([^{}]*))?\}/;

function interpolate(text: string, shell: Readonly<Record<string, string>>): string {
  const match = VARIABLE.exec(text);
  if (!match) return text;
  const [whole, name = '', operator, word = ''] = match;
  const set = shell[name] ?? '';
  if (operator === '?' && set === '') throw new Error(`${name}: ${word}`);
  const value = operator === '+' ? (set === '' ? '' : word) : set === '' && operator === '-' ? word : set;
  return interpolate(
    text.replace(whole, () => value),
    shell,
  );
}

import type { Language } from '../support/language.ts';
import { EXECUTED, generated, PROPOSED } from '../support/printed.ts';

const python = (file: string) => ({ file, run: ['.venv/bin/python', file] }) as const;

export const PYTHON: Language = {
  name: 'Python',
  folder: 'python',
  tools: [['python3', '--version']],
  examples: [
    { ...python('rest.py'), client: 'a client of openapi-python-client', prints: generated },
    { ...python('agent.py'), client: 'mcp', prints: () => [PROPOSED] },
    { ...python('sign.py'), client: 'solana-py', prints: () => [EXECUTED] },
    {
      ...python('files.py'),
      client: 'DuckDB, Polars and pandas',
      prints: ({ total }) => ['DuckDB', 'Polars', 'pandas'].map((name) => `${name} ${total}`),
    },
    {
      ...python('facts.py'),
      client: 'clickhouse-connect',
      prints: () => [/launch 1: \d{10,} pledged, its pledges \d{10,}: equal/],
      needs: 'ClickHouse',
    },
  ],
};

import { z } from 'zod';
import { sourceStatus } from '../../../schemas/mcp/answers.ts';
import { jsonOf } from '../../../schemas/reads/argument.ts';
import { freshness } from '../../../schemas/reads/arguments.ts';
import { audits } from '../../actions/audits.ts';
import { coverage } from '../../actions/coverage.ts';
import { requestOf } from '../../actions/reads/read.ts';
import { explained } from '../../actions/reads/texts.ts';
import { defineTool, INDEX_READ } from '../catalogue/tool.ts';

const NEWEST_RANGES = 20;

export const getSourceStatus = defineTool({
  name: 'get_source_status',
  title: 'Freshness, coverage and proof',
  description:
    'How fresh the index is, which slots it can answer for, and what was proven equal to the chain, in figures and in words. Ask it before relying on an answer.',
  toolset: 'proof',
  narrow: ['lite', 'plugin'],
  hints: INDEX_READ,
  input: z.strictObject(jsonOf(freshness)),
  output: sourceStatus,
  answer: async (context, question) => {
    const covered = (await coverage(context, { limit: NEWEST_RANGES, ...requestOf(question) })).body;
    const { source, first_slot, lost } = covered;
    const asOfSlot = BigInt(source.last_indexed_slot);
    const [newest_audit = null] = (await audits(context, { limit: 1, asOfSlot })).body.results;
    const facts = { source, first_slot, lost, coverage: covered.results, newest_audit };
    return { ...facts, explanation: explained(facts) };
  },
  inWords: ({ explanation: { freshness, coverage, verification } }) =>
    [freshness, coverage, verification].join(' '),
});

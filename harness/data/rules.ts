import { fileURLToPath } from 'node:url';
import { LaunchlensError } from '../../core/kernel/errors/error.ts';
import { rowIssues } from '../../core/kernel/wrong-value.ts';
import { type RuleFile, ruleFile } from '../../schemas/harness/rules.ts';
import { parseJson, readText } from './files.ts';

const REFERENCE = fileURLToPath(new URL('../../fixtures/bars/composite-rules.json', import.meta.url));
/** Deeper trees make no sense, and would hit the parser's own limits. */
const DEEPEST = 40;

/** The rule tree of the composite strategy: the reference, or a user's own. @throws HARNESS_RULES_MALFORMED */
export function readRules(path: string = REFERENCE): RuleFile {
  return parseRules(path, readText(path));
}

/** @throws HARNESS_RULES_MALFORMED, which names `path` */
export function parseRules(path: string, text: string): RuleFile {
  const fail = (detail: string): never => {
    throw new LaunchlensError('HARNESS_RULES_MALFORMED', { path, detail });
  };
  const value = parseJson(text, fail);
  if (!isWithin(value, DEEPEST)) fail(`it is nested more than ${DEEPEST} deep`);
  const { success, data, error } = ruleFile.safeParse(value);
  return success ? data : fail(rowIssues(error));
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isWithin(each, depth - 1));
}

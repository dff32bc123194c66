import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

type Failing = { readonly message: string };

const firstLine = (errors: readonly Failing[] | undefined): string =>
  errors?.[0]?.message.split('\n', 1)[0]?.trim() ?? 'no message';

/** What failed in a file, a line each: its tests, or the file itself where it could not be run. */
function failuresOf(module: TestModule): string[] {
  const file = relative(process.cwd(), module.moduleId);
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${file} > ${test.fullName}: ${firstLine(test.result().errors)}`,
  );
  const broken = module.errors();
  return broken.length > 0 ? [...tests, `${file}: ${firstLine(broken)}`] : tests;
}

/**
 * Appends one JSON line per run, its counts and what failed by name, to the file that `TEST_COUNT_FILE` names, and one
 * per test file, with the time that it took, to the file that `TEST_TIMES_FILE` names.
 */
export class CountReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const path = process.env.TEST_TIMES_FILE;
    if (!path) return;
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    const milliseconds = Math.round(collectDuration + setupDuration + duration);
    const file = relative(process.cwd(), module.moduleId);
    appendFileSync(path, `${JSON.stringify({ file, milliseconds })}\n`);
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly Failing[]): void {
    const path = process.env.TEST_COUNT_FILE;
    if (!path) return;
    const passed = modules.flatMap((module) => [...module.children.allTests('passed')]).length;
    const outside = unhandled.map((error) => `outside of any test: ${firstLine([error])}`);
    const failures = [...modules.flatMap(failuresOf), ...outside];
    appendFileSync(path, `${JSON.stringify({ passed, failed: failures.length, failures })}\n`);
  }
}

import { readdir, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The licences of the packages among the sources, which ask to be passed on with their code. */
export async function licencesOf(sources: readonly string[]): Promise<string> {
  const packages = sources.flatMap(
    (path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  const byText = new Map<string, string[]>();
  for (const directory of [...new Set(packages)].sort()) {
    const { name, text } = await licenceOf(directory);
    byText.set(text, [...(byText.get(text) ?? []), name]);
  }
  return [...byText].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`).join('\n---\n\n');
}

async function licenceOf(directory: string): Promise<{ readonly name: string; readonly text: string }> {
  const at = resolve(root, directory);
  const { name, license } = JSON.parse(await readFile(resolve(at, 'package.json'), 'utf8'));
  const file = (await readdir(at)).find((each) => /^licen[cs]e/i.test(each));
  if (file !== undefined) return { name, text: (await readFile(resolve(at, file), 'utf8')).trim() };
  // Some packages name this licence without its text, which is also that of this project.
  if (!/\bApache-2\.0\b/.test(license)) throw new Error(`${directory} has no file with its licence`);
  return { name, text: (await readFile(resolve(root, 'LICENSE'), 'utf8')).trim() };
}

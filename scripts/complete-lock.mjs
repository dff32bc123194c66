// Completes package-lock.json after `npm install`: npm leaves out the packages of platforms that its registry does
// not hold, and `npm ci` then refuses the file. Their versions are pinned by the packages that name them, and their
// platform is part of their name, so the entries can be written without fetching anything.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = new URL('../package-lock.json', import.meta.url);
const OS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const CPU = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'ppc64le',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];
const LIBC = { gnu: 'glibc', glibc: 'glibc', musl: 'musl' };

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const added = [];
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue;
    const platform = platformOf(name);
    if (!platform) throw new Error(`${name} is not locked and its name tells no platform: lock it by hand`);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platform,
      ...(entry.dev && { dev: true }),
      optional: true,
    };
    added.push(name);
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
);
if (added.length > 0) writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
process.stdout.write(`${added.length > 0 ? `locked ${added.join(', ')}` : 'the lock file is complete'}\n`);

function isLocked(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (lock.packages[at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`]) return true;
    if (at === '') return false;
  }
}

function platformOf(name) {
  const parts = name.split(/[/@-]/);
  const os = OS.find((candidate) => parts.includes(candidate));
  const cpu = CPU.find((candidate) => parts.includes(candidate));
  const libc = Object.entries(LIBC).find(([part]) => parts.includes(part))?.[1];
  return os && cpu ? { cpu: [cpu], ...(libc && { libc: [libc] }), os: [os] } : undefined;
}

export type Theme = 'light' | 'dark';

const KEY = 'launchlens.theme';
const wish = window.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

function stored(): Theme | undefined {
  try {
    const text = localStorage.getItem(KEY);
    return text === 'light' || text === 'dark' ? text : undefined;
  } catch {
    // A browser may deny storage.
    return undefined;
  }
}

let chosen = stored();

export const currentTheme = (): Theme => chosen ?? (wish.matches ? 'dark' : 'light');

function show(): void {
  document.documentElement.dataset.theme = currentTheme();
  for (const listener of listeners) listener();
}

/** Applies the reader's choice, or else the system's preference, from now on. */
export function startTheme(): void {
  wish.addEventListener('change', show);
  show();
}

export function chooseTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // Then the choice lasts until the page is closed.
  }
  show();
}

export function onTheme(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export type Theme = 'light' | 'dark';

/** How a page is looked at: at one width, in one theme after the other. */
export interface Look {
  readonly width: number;
  readonly themes: readonly [Theme, ...Theme[]];
}

export const WIDE: Look = { width: 1440, themes: ['light'] };
export const NARROW: Look = { width: 360, themes: ['light'] };
export const NARROW_DARK: Look = { width: 360, themes: ['dark'] };

/** A phone, a tablet and a laptop, as designers look at pages. */
export const DESIGN_LOOKS: readonly Look[] = [390, 768, 1_280].map((width) => ({
  width,
  themes: ['light', 'dark'],
}));

/** On a wide screen and on a phone, each in both themes. */
export const LOOKS: readonly Look[] = [WIDE, NARROW].map(({ width }) => ({
  width,
  themes: ['light', 'dark'],
}));

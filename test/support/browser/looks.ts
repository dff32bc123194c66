/** How a page is looked at: on a telephone and on a wide screen, in both themes. */
export interface Look {
  readonly width: number;
  readonly theme: 'light' | 'dark';
}

export const WIDE: Look = { width: 1440, theme: 'light' };

export const LOOKS: readonly Look[] = [
  WIDE,
  { width: 1440, theme: 'dark' },
  { width: 360, theme: 'light' },
  { width: 360, theme: 'dark' },
];

export const lookName = ({ width, theme }: Look): string => `${width}-${theme}`;

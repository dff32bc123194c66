import { MoonIcon, SunIcon } from '../parts/icons.tsx';
import { useTheme } from '../parts/media.ts';
import { chooseTheme } from '../parts/theme.ts';

export function ThemeButton() {
  const other = useTheme() === 'dark' ? 'light' : 'dark';
  const label = `Show the ${other} theme`;
  return (
    <button
      type="button"
      className="button button-plain theme-button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(other)}
    >
      {other === 'dark' ? <MoonIcon /> : <SunIcon />}
    </button>
  );
}

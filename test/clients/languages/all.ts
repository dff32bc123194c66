import type { Language } from '../support/language.ts';
import { GO } from './go.ts';
import { PYTHON } from './python.ts';
import { TYPESCRIPT } from './typescript.ts';

export const LANGUAGES: readonly Language[] = [TYPESCRIPT, PYTHON, GO];

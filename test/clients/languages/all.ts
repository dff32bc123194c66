import type { Language } from '../support/language.ts';
import { GO } from './go.ts';
import { JAVA } from './java.ts';
import { PYTHON } from './python.ts';
import { RUST } from './rust.ts';
import { RUST_GENERATED } from './rust-generated.ts';
import { TYPESCRIPT } from './typescript.ts';

export const LANGUAGES: readonly Language[] = [TYPESCRIPT, PYTHON, GO, JAVA, RUST, RUST_GENERATED];

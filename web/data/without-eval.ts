import { z } from 'zod';

/** The pages' policy forbids generating code from text, which zod would try. Imported before any schema is created. */
z.config({ jitless: true });

import { z } from 'zod';

/** The policy of the pages forbids making code out of text, which zod would try. Imported before any shape is made. */
z.config({ jitless: true });

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isLaunchlensError } from '../../../core/kernel/errors/error.ts';
import { U64_MAX } from '../../../schemas/u64.ts';
import type { MirrorContext } from '../../actions/context.ts';
import { launchDetail } from '../../actions/launch-detail.ts';
import { tagOf } from '../fixed-file.ts';
import { onlyMethods } from '../only-methods.ts';
import { matchesTag } from '../ready-answer.ts';
import { launchPreview, pastPreview } from './launch-preview.ts';
import { type Preview, withPreview } from './preview.ts';

/** A launch and its tabs. */
const PATHS = ['', '/pledges', '/activity', '/release', '/proof'].map((tab) => `/launches/:launchId${tab}`);
const params = z.object({ launchId: z.string().regex(/^(0|[1-9][0-9]{0,19})$/) });
const query = z.object({ slot: z.string().regex(/^[0-9]{1,15}$/) });

export interface LaunchPageOptions {
  readonly document: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly context: MirrorContext;
  /** Where the pages are, without a trailing slash. */
  readonly siteUrl: () => string;
}

/** Serves the application for a launch, with a preview of the newest state. */
export function serveLaunchPage(app: FastifyInstance, options: LaunchPageOptions): void {
  for (const path of PATHS) serveAt(app, path, options);
}

function serveAt(app: FastifyInstance, url: string, options: LaunchPageOptions): void {
  const { document, headers } = options;
  app.route({
    method: ['GET', 'HEAD'],
    url,
    handler: async (request, reply) => {
      const preview = await previewOf(request, options);
      const html = Buffer.from(preview ? withPreview(document, preview) : document);
      const { 'content-type': type = '', ...others } = headers;
      const etag = tagOf(html);
      reply.headers({ ...others, etag });
      if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return reply.type(type).send(html);
    },
  });
  onlyMethods(app, url);
}

/** Undefined for a launch that does not exist, and if the index cannot answer now: the page itself says so. */
async function previewOf(
  request: FastifyRequest,
  { context, siteUrl }: LaunchPageOptions,
): Promise<Preview | undefined> {
  const { launchId } = params.safeParse(request.params).data ?? {};
  if (launchId === undefined || BigInt(launchId) > U64_MAX) return undefined;
  const { slot } = query.safeParse(request.query).data ?? {};
  const url = `${siteUrl()}/launches/${launchId}`;
  if (slot !== undefined) return { ...pastPreview(launchId, slot), url: `${url}?slot=${slot}` };
  try {
    const { body } = await launchDetail(context, { launchId: BigInt(launchId), wallet: undefined });
    return { ...launchPreview(body), url };
  } catch (error) {
    if (isLaunchlensError(error)) return undefined;
    throw error;
  }
}

import type { FastifyInstance } from 'fastify';
import { AnswerBody } from '../../core/kernel/answer-body.ts';
import { lazily } from '../../core/kernel/lazily.ts';
import { COMMON_HEADERS, JSON_TYPE } from './headers.ts';
import { onlyMethods } from './only-methods.ts';
import { openApiDocument } from './openapi/document.ts';

const URL = '/openapi.json';

/** `/openapi.json`, created on first use, so that the start need not wait for it. */
export function serveDescription(app: FastifyInstance, publicUrl: string, rewardAsset?: string): void {
  const body = lazily(
    () => new AnswerBody(Buffer.from(JSON.stringify(openApiDocument(publicUrl, rewardAsset), null, 2))),
  );
  app.route({
    method: ['GET', 'HEAD'],
    url: URL,
    handler: (request, reply) => {
      reply
        .headers({ ...COMMON_HEADERS, 'cache-control': 'public, max-age=300', vary: 'Accept-Encoding' })
        .type(JSON_TYPE);
      const { bytes, headers } = body().encodedFor(request.headers);
      return reply.headers(headers).send(bytes);
    },
  });
  onlyMethods(app, URL);
}

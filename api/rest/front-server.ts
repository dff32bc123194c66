import { createServer, type RequestListener, type Server } from 'node:http';
import type { NetworkOf } from '../access/client-network.ts';
import type { RateLimit } from '../access/rate-limit.ts';
import { REQUEST_ID_HEADER, type RequestIdOf } from '../access/request-id.ts';
import { LIMITS } from './limits.ts';
import type { ApiMetrics } from './metrics.ts';
import { sendReady } from './ready-answer.ts';
import type { ReadyAnswers } from './ready-answers.ts';
import { traceCached } from './request-spans.ts';

export interface FrontServices {
  readonly ready: ReadyAnswers;
  readonly limit: RateLimit;
  readonly networkOf: NetworkOf;
  readonly requestIdOf: RequestIdOf;
  readonly metrics: ApiMetrics;
}

/**
 * The HTTP server. Cached answers bypass the framework, whose routing and hooks cost as much as sending them; everything
 * else, refusals included, goes through it.
 */
export function frontServer({ ready, limit, networkOf, requestIdOf, metrics }: FrontServices) {
  return (framework: RequestListener): Server =>
    createServer(
      { requestTimeout: LIMITS.requestMs, keepAliveTimeout: LIMITS.keepAliveMs },
      (request, response) => {
        const startedAt = performance.now();
        const answer = ready.find(request);
        if (answer === undefined || limit.take(networkOf(request)) > 0) {
          framework(request, response);
          return;
        }
        response.setHeader(REQUEST_ID_HEADER, requestIdOf(request));
        metrics.ready(true);
        const status = sendReady(request, response, answer);
        metrics.request(answer.route, status);
        traceCached(request, answer.route, status);
        metrics.served(answer.route, (performance.now() - startedAt) / 1000);
      },
    );
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLaunchlensError, LaunchlensError } from '../../../core/kernel/errors/error.ts';
import type { CredentialKind } from '../../../core/rules/scopes.ts';
import { authorizationOf, credentialChallenge } from '../../access/agents/header.ts';
import type { AgentParts } from '../../access/agents/parts.ts';
import type { AgentPrincipal } from '../../access/agents/principal.ts';

export interface CredentialGateOptions {
  readonly agents: Pick<AgentParts, 'access' | 'rates'>;
  readonly surface: string;
  readonly kinds: readonly CredentialKind[];
}

/** Lets requests of a surface in that show a credential it takes, each anew and before anything else of them is read. */
export class CredentialGate {
  readonly #options: CredentialGateOptions;
  readonly #admitted = new WeakMap<FastifyRequest, AgentPrincipal>();

  constructor(options: CredentialGateOptions) {
    this.#options = options;
  }

  /** @throws CREDENTIAL_REQUIRED, CREDENTIAL_RATE_LIMITED */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await this.#principal(request, reply);
    const { waitSeconds, headers } = this.#options.agents.rates.take(caller);
    reply.headers(headers);
    if (waitSeconds > 0) {
      reply.header('retry-after', String(waitSeconds));
      throw new LaunchlensError('CREDENTIAL_RATE_LIMITED', { seconds: waitSeconds });
    }
    this.#admitted.set(request, caller);
  }

  /** Who sent a request that was let in. */
  callerOf(request: FastifyRequest): AgentPrincipal | undefined {
    return this.#admitted.get(request);
  }

  /** One refusal for all reasons: whoever tries credentials learns nothing from it. */
  async #principal(request: FastifyRequest, reply: FastifyReply): Promise<AgentPrincipal> {
    const { agents, surface, kinds } = this.#options;
    const authorization = authorizationOf(request.raw.rawHeaders);
    try {
      return await agents.access.principal({ authorization, surface, kinds });
    } catch (error) {
      if (!isLaunchlensError(error) || error.status !== 401) throw error;
      reply.header('www-authenticate', credentialChallenge(authorization !== undefined));
      throw new LaunchlensError('CREDENTIAL_REQUIRED', {}, error);
    }
  }
}

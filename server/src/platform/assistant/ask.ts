import { levelOfTags } from '@stoa/contract/catalog/assistant-levels'
import type { AssistantMessage, ProjectAssistant } from '@stoa/contract/platform/assistant'
import type { FastifyRequest } from 'fastify'
import type { StreamedText } from '../../lib/http.ts'
import { memberId } from '../../project/member.ts'
import type { Context } from '../context.ts'
import { enforceRateLimit } from '../enforce-rate-limit.ts'
import { answer } from './answer.ts'
import { toModelMessages } from './conversation.ts'
import { assistantNotConfigured, assistantStopped } from './errors.ts'
import { instructionsFor } from './instructions.ts'
import { hostOf } from './models/ask-model.ts'
import type { Providers } from './providers.ts'
import { addUsage, readSettingsRow } from './queries.ts'
import { streamAnswer } from './stream-answer.ts'
import { createCaller } from './tools/caller.ts'
import { toolsFor } from './tools/registry.ts'
import type { Tool } from './tools/tool.ts'

export type AskDeps = Context & {
  readonly providers: Providers
  readonly tools: readonly Tool[]
}

/** Each answer can take a dozen requests to the provider. */
const RATE_LIMIT = { burst: 20, perMinute: 20 }

export async function describeAssistant(
  deps: AskDeps,
  request: FastifyRequest,
): Promise<ProjectAssistant> {
  const { organizationId, slug } = deps.access.projectOf(request)
  const found = await deps.providers.find(organizationId)
  const { level, tools } = await toolsOf(deps, request)
  return {
    provider: found
      ? {
          kind: found.provider.kind,
          model: found.provider.model,
          host: hostOf(found.provider),
          source: found.source,
        }
      : null,
    level,
    organization_slug: slug,
    can_configure: deps.access.can(request, 'organization:update'),
    tools: tools.map(({ name, title }) => ({ name, title })),
  }
}

export type AssistantQuestion = {
  readonly messages: readonly AssistantMessage[]
  readonly page: string | undefined
}

/** Begins an answer. Rejects before the first byte if the assistant cannot be asked at all. */
export async function ask(
  deps: AskDeps,
  request: FastifyRequest,
  { messages, page }: AssistantQuestion,
): Promise<StreamedText> {
  const { access, session, clock, log, rateLimiter } = deps
  const { organizationId, ref } = access.projectOf(request)
  enforceRateLimit(rateLimiter, `assistant ${memberId(request.member)}`, RATE_LIMIT)
  const found = await deps.providers.find(organizationId)
  if (!found) throw assistantNotConfigured()
  const { level, tools } = await toolsOf(deps, request)
  const stop = new AbortController()
  const spent = { input: 0, output: 0 }
  const events = answer(
    {
      ...found,
      tools,
      messages: toModelMessages(messages, level),
      instructions: instructionsFor({
        level,
        page,
        canWrite: access.can(request, 'database:write'),
      }),
      canPropose: access.can(request, 'database:read'),
      caller: createCaller(deps, request, ref),
      signal: stop.signal,
      async requireAccess() {
        if (await request.isRevoked()) throw assistantStopped()
      },
    },
    ({ input, output }) => {
      spent.input += input
      spent.output += output
    },
  )
  const content = streamAnswer(events, { stop, log })
  content.once('close', () => {
    addUsage(session, organizationId, { at: clock.now(), ...spent }).catch((error: unknown) =>
      log.warn({ err: error }, 'The tokens of an answer could not be counted'),
    )
  })
  return { type: 'application/x-ndjson', content }
}

async function toolsOf({ access, session, tools }: AskDeps, request: FastifyRequest) {
  const { organizationId } = access.projectOf(request)
  const level = levelOfTags((await readSettingsRow(session, organizationId)).opt_in_tags)
  return {
    level,
    tools: toolsFor(tools, { level, can: (permission) => access.can(request, permission) }),
  }
}

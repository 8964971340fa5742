import type { BodyOf } from '@stoa/contract/endpoint'
import type { AnswerEvent } from '@stoa/contract/platform/assistant'
import {
  askAssistant,
  getAssistantSettings,
  getProjectAssistant,
  testAssistantProvider,
  updateAssistantSettings,
} from '@stoa/contract/operations/platform/assistant'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../client/api-error.ts'
import type { Call, OpenText } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { jsonLines } from '../../client/json-lines.ts'

export type AssistantChange = BodyOf<typeof updateAssistantSettings>
export type ProviderDraft = BodyOf<typeof testAssistantProvider>
export type AssistantQuestion = BodyOf<typeof askAssistant>

const assistantKeys = {
  projects: ['assistant', 'project'] as const,
  project: (ref: string) => ['assistant', 'project', ref] as const,
  organization: (slug: string) => ['assistant', 'organization', slug] as const,
}

export const projectAssistantQuery = (call: Call, ref: string) =>
  endpointQuery(call, getProjectAssistant, {
    input: { params: { ref } },
    queryKey: assistantKeys.project(ref),
  })

/** The provider, level and tools of a project's assistant. */
export const useProjectAssistant = (ref: string) => useQuery(projectAssistantQuery(useCall(), ref))

export const assistantSettingsQuery = (call: Call, slug: string) =>
  endpointQuery(call, getAssistantSettings, {
    input: { params: { slug } },
    queryKey: assistantKeys.organization(slug),
  })

export const useAssistantSettings = (slug: string) =>
  useQuery(assistantSettingsQuery(useCall(), slug))

export function useUpdateAssistant(slug: string) {
  const queryClient = useQueryClient()
  return useEndpointMutation(updateAssistantSettings, {
    input: (body: AssistantChange) => ({ params: { slug }, body }),
    sets: assistantKeys.organization(slug),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: assistantKeys.projects }),
    meta: { success: 'Assistant settings saved' },
  })
}

export function useTestProvider(slug: string) {
  return useEndpointMutation(testAssistantProvider, {
    input: (body: ProviderDraft) => ({ params: { slug }, body }),
  })
}

const INTERRUPTED = 'The connection was lost before the answer was complete.'

/** Asks the assistant and passes on the events of its answer. Throws `ApiError` if it fails. */
export async function streamAnswer(
  openText: OpenText,
  { ref, question, signal }: { ref: string; question: AssistantQuestion; signal: AbortSignal },
  onEvents: (events: readonly AnswerEvent[]) => void,
): Promise<void> {
  const content = await openText(askAssistant, { params: { ref }, body: question, signal })
  for await (const events of jsonLines<AnswerEvent>(content, INTERRUPTED)) {
    onEvents(events)
    const last = events.at(-1)
    if (last?.kind === 'done') return
    if (last?.kind === 'failed') {
      const { status, code, message, hint } = last.error
      throw new ApiError(message, { code: status, errorCode: code, hint })
    }
  }
  throw new ApiError(INTERRUPTED, { code: 0 })
}

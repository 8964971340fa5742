import * as endpoints from '@stoa/contract/platform/assistant'
import { downloadRoute, route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { ask, describeAssistant, type AskDeps } from './ask.ts'
import { createProviders } from './providers.ts'
import { readSettings, testProvider, updateSettings } from './settings.ts'
import { createTools } from './tools/registry.ts'

export const assistantRoutes = (context: Context): readonly Route[] => {
  const { access, actorOf } = context
  const deps: AskDeps = {
    ...context,
    providers: createProviders(context),
    tools: createTools(() => context.clock.now()),
  }
  return [
    route(endpoints.getAssistantSettings).to(({ request }) =>
      readSettings(deps, access.organizationOf(request)),
    ),
    route(endpoints.updateAssistantSettings).to(({ request, body }) =>
      updateSettings(deps, actorOf(request), {
        scope: access.organizationOf(request),
        change: body,
      }),
    ),
    route(endpoints.testAssistantProvider).to(({ request, body }) =>
      testProvider(deps, access.organizationOf(request), body),
    ),
    route(endpoints.getProjectAssistant).to(({ request }) => describeAssistant(deps, request)),
    downloadRoute(endpoints.askAssistant).to(({ request, body }) =>
      ask(deps, request, { messages: body.messages, page: body.page }),
    ),
  ]
}

// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/assistant.ts'

export const askAssistant: OperationsOf<typeof source.askAssistant> = {
  method: 'POST',
  path: '/platform/projects/{ref}/assistant/answers',
  access: 'project:read',
}

export const getAssistantSettings: OperationsOf<typeof source.getAssistantSettings> = {
  method: 'GET',
  path: '/platform/organizations/{slug}/assistant',
  access: 'organization:read',
}

export const getProjectAssistant: OperationsOf<typeof source.getProjectAssistant> = {
  method: 'GET',
  path: '/platform/projects/{ref}/assistant',
  access: 'project:read',
}

export const testAssistantProvider: OperationsOf<typeof source.testAssistantProvider> = {
  method: 'POST',
  path: '/platform/organizations/{slug}/assistant/test',
  access: 'organization:update',
}

export const updateAssistantSettings: OperationsOf<typeof source.updateAssistantSettings> = {
  method: 'PATCH',
  path: '/platform/organizations/{slug}/assistant',
  access: 'organization:update',
}

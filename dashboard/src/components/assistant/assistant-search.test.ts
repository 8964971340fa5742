import { expect, it } from 'vitest'
import { AssistantSearch, keepAssistant } from './assistant-search.ts'

it.each([
  ['true', 'true'],
  ['false', 'false'],
  ['yes', undefined],
])('reads %s from the URL as %s', (value, read) => {
  expect(AssistantSearch({ aiAssistantPanelOpen: value }).aiAssistantPanelOpen).toBe(read)
})

it('keeps the assistant open for a link that does not mention it', () => {
  const search = { aiAssistantPanelOpen: 'true' } as const
  expect(keepAssistant({ search, next: () => ({}) })).toEqual(search)
  const closed = { aiAssistantPanelOpen: undefined }
  expect(keepAssistant({ search, next: () => closed })).toEqual(closed)
  expect(keepAssistant({ search: { aiAssistantPanelOpen: 'false' }, next: () => ({}) })).toEqual({})
})

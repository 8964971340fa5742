import { expect, it } from 'vitest'
import { findProjectPage } from './unbuilt-pages.ts'

it.each([
  'advisors/query-performance',
  'integrations/cron',
  'database/hooks',
  'settings/vault/secrets',
  'database/wrappers',
  'realtime/settings',
  'realtime/inspector',
  'advisors/security',
  'advisors/rules/security',
  'logs',
])('knows the address /project/{ref}/%s', (path) => {
  expect(findProjectPage(path)).toMatchObject({ kind: 'unbuilt' })
  expect(findProjectPage(`${path}/`)).toEqual(findProjectPage(path))
})

it('leads from where others have GraphiQL to it', () => {
  expect(findProjectPage('integrations/graphiql')).toEqual({ kind: 'moved', to: 'api/graphiql' })
})

it('leads from other addresses of a page to the one it has here', () => {
  expect(findProjectPage('observability/query-performance')).toEqual({
    kind: 'moved',
    to: 'advisors/query-performance',
  })
})

it('knows nothing of what nobody named', () => {
  expect(['nothing', '', 'constructor', '__proto__'].map(findProjectPage)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

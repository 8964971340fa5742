import { expect, it } from 'vitest'
import { findProjectPage } from './unbuilt-pages.ts'

// SPEC: "/project/{ref}/advisors/query-performance"
// SPEC: "/project/{ref}/integrations/cron"
// SPEC: "/project/{ref}/database/hooks"
// SPEC: "/project/{ref}/settings/vault/secrets"
// SPEC: "/project/{ref}/database/wrappers"
// SPEC: "/project/{ref}/realtime/settings and /project/{ref}/realtime/inspector"
// SPEC: "/project/{ref}/advisors/security and /project/{ref}/advisors/rules/security"
// SPEC: "/project/{ref}/logs"
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

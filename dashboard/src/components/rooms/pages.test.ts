import { expect, it } from 'vitest'
import { findPage } from './pages.ts'
import type { Room } from './room.ts'

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
  const found = findPage([], `/project/abc/${path}`)
  expect(found).toMatchObject({ kind: 'unbuilt', page: { path: `/project/$ref/${path}` } })
  expect(findPage([], `/project/abc/${path}/`)).toEqual(found)
})

const logs: Room = {
  name: 'logs',
  pages: [
    {
      path: '/project/$ref/logs',
      title: 'Logs',
      movedFrom: ['/project/$ref/logs/explorer', '/project/$ref/journal/$day'],
    },
  ],
}

it('takes a page off the list of unbuilt ones once a room declares it', () => {
  expect(findPage([logs], '/project/abc/logs')).toEqual({ kind: 'built', page: logs.pages[0] })
})

it('leads from the former addresses of a page to the page', () => {
  const moved = { kind: 'moved', to: '/project/abc/logs' }
  expect(findPage([logs], '/project/abc/logs/explorer')).toEqual(moved)
  expect(findPage([logs], '/project/abc/journal/monday')).toEqual(moved)
  expect(findPage([], '/project/abc/logs/explorer')).toEqual(moved)
})

it.each(['/nothing', '', '/constructor', '/__proto__', '/logs/today'])(
  'finds nothing at /project/abc%s',
  (path) => expect(findPage([logs], `/project/abc${path}`)).toBeUndefined(),
)

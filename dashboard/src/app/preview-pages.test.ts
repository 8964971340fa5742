import { featurePreviews } from '@stoa/contract/catalog/feature-previews'
import { expect, it } from 'vitest'
import { session } from '../../test/show.tsx'
import { previewText } from '../components/feature-previews/preview-texts.ts'
import { navigationFor, pagesOf } from '../components/shell/navigation.ts'
import { createRouterContext } from './router-context.ts'
import { createAppRouter } from './router.ts'
import { rooms } from './rooms.ts'

const reporter = { report: () => undefined }
const router = createAppRouter(createRouterContext(session, reporter), reporter)
await router.options.context.loadRoutes()
const addresses = Object.keys(router.routesByPath)

const previewOf = (key: string) => featurePreviews.find((preview) => preview.key === key)

/** Where a preview leads, without and with it. */
const pagesOfPreview = (key: string) => [false, true].map((isOn) => previewText(key).page?.(isOn))

const exists = (page: string) =>
  addresses.some((path) => path.replace(/\/$/, '') === `/project/$ref/${page}`)

// SPEC: "new logs interface (unified logs) | New, platform-only."
// SPEC: "Goes to /project/{ref}/logs."
it('leads from the preview of the new logs interface to the logs', () => {
  expect(previewOf('unified-logs')).toMatchObject({
    name: 'New logs interface',
    isNew: true,
    isPlatformOnly: true,
  })
  expect(pagesOfPreview('unified-logs')).toEqual(['logs', 'logs'])
  expect(exists('logs')).toBe(true)
})

// SPEC: "Unified logs can be enabled or disabled."
it('lists the unified logs while their preview is on', () => {
  const pagesWith = (isLogsOn: boolean) =>
    navigationFor(rooms, {
      place: { kind: 'project', ref: 'abc' },
      meets: (needs) => needs?.preview === undefined || needs.preview.isOn === isLogsOn,
      pathname: '/project/abc',
    })
      .flatMap(pagesOf)
      .map(({ to }) => to)
  expect(pagesWith(true)).toContain('/project/abc/logs')
  expect(pagesWith(false)).not.toContain('/project/abc/logs')
  expect(pagesWith(false)).toContain('/project/abc/logs/edge-logs')
})

// SPEC: "/project/{ref}/advisors/security and /project/{ref}/advisors/rules/security"
// SPEC: "disable advisor rules | New, platform-only. Links to the security advisor or the rules page."
it('leads from the preview of the advisor rules to the security advisor, or to its rules', () => {
  expect(previewOf('security-settings')).toMatchObject({
    name: 'Disable advisor rules',
    isNew: true,
    isPlatformOnly: true,
  })
  expect(pagesOfPreview('security-settings')).toEqual([
    'advisors/security',
    'advisors/rules/security',
  ])
  for (const page of ['advisors/$category', 'advisors/rules/$category'])
    expect(exists(page) || exists(page.replace('$category', 'security'))).toBe(true)
})

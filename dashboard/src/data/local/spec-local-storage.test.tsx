import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, profile, showSignedIn } from '../../../test/show.tsx'
import { trackNewValues } from '../resources/feature-flags.ts'
import { usePreviewEnabled } from './feature-previews.ts'
import { keepLastOrganization } from './last-organization.ts'

afterEach(() => vi.unstubAllGlobals())

const kept = (name: string): unknown => JSON.parse(localStorage.getItem(name) ?? 'null')

function Switch() {
  const [isEnabled, setIsEnabled] = usePreviewEnabled('unified-logs')
  return (
    <button type="button" aria-pressed={isEnabled} onClick={() => setIsEnabled(!isEnabled)}>
      Preview
    </button>
  )
}

// SPEC: "**Local storage**: last visited organization slug"
// SPEC: "feature-flag values, and feature previews (true or false per flag, default false)."
it('keeps the organization, the flags and the previews of somebody, each under its own name', async () => {
  keepLastOrganization('acme')
  expect(kept('stoa.last-organization')).toBe('acme')

  const trackFlag = vi.fn<(name: string, value: unknown) => Promise<void>>(async () => undefined)
  trackNewValues({ newHome: true, layers: 3 }, { trackFlag })
  trackNewValues({ newHome: true, layers: 4 }, { trackFlag })
  expect(kept('stoa.feature-flags')).toEqual({ newHome: true, layers: 4 })
  expect(trackFlag.mock.calls).toEqual([
    ['newHome', true],
    ['layers', 3],
    ['layers', 4],
  ])

  answerWith({ 'GET /platform/profile': profile })
  showSignedIn(<Switch />)
  const preview = screen.getByRole('button', { name: 'Preview', pressed: false })
  // A switch of nobody keeps nothing: it counts from when the profile is there.
  await waitFor(async () => {
    await userEvent.click(preview)
    expect(kept(`stoa.preview.${profile.id}.unified-logs`)).toBe(true)
  })
  await userEvent.click(preview)
  expect(kept(`stoa.preview.${profile.id}.unified-logs`)).toBe(false)
})

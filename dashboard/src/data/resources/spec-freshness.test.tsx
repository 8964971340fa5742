import { screen, waitFor } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerWith, organization, profile, project, showSignedIn } from '../../../test/show.tsx'
import { useInstallation } from './platform/installation.ts'
import { useOrganizations } from './platform/organizations.ts'
import { usePermissions } from './platform/permissions.ts'
import { useProfile } from './platform/profile.ts'
import { useProject, useProjects } from './platform/projects.ts'

const server = {
  'GET /platform/profile': profile,
  'GET /platform/profile/permissions': [],
  'GET /platform/organizations': [organization],
  'GET /platform/projects': [project],
  [`GET /platform/projects/${project.ref}`]: project,
  'GET /platform/installation': {
    needs_owner: false,
    sign_up: 'open',
    has_mail_server: true,
    environment: 'production',
    links: {
      support_email: null,
      enterprise_contact_url: null,
      discussions_url: null,
      status_page_url: null,
    },
    sells_plans: false,
  },
}
const START = Date.parse('2026-03-05T12:00:00Z')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page that the button closes and opens again. */
function Visits({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Leave or open
      </button>
      {isOpen && children}
    </>
  )
}

function Page() {
  const isReading = [
    useProfile(),
    usePermissions(),
    useOrganizations(),
    useProjects(),
    useProject(project.ref),
    useInstallation(),
  ].some(({ isFetching, isPending }) => isFetching || isPending)
  return isReading ? 'reading' : 'read'
}

/**
 * Opens the page. `count` returns the requests to a path, and `visitAt` revisits at a later time.
 */
async function visitsFrom() {
  const sent = answerWith(server)
  showSignedIn(
    <Visits>
      <Page />
    </Visits>,
  )
  await screen.findByText(/read$/)
  const count = (path: string) =>
    sent.filter(({ request }) => request === `GET /platform/${path}`).length
  const visitAt = async (milliseconds: number) => {
    vi.setSystemTime(START + milliseconds)
    const button = screen.getByRole('button', { name: 'Leave or open' })
    button.click()
    await waitFor(() => expect(screen.queryByText(/read/)).toBeNull())
    button.click()
    await screen.findByText(/read$/)
  }
  return { count, visitAt }
}

describe('a response is not requested again', () => {
  // SPEC: "Projects list, profile and organizations list are stale after 30 minutes."
  it('for 30 minutes if it is the projects list, the organizations list or the profile', async () => {
    const { count, visitAt } = await visitsFrom()
    const counts = () => ['projects', 'organizations', 'profile'].map(count)
    await visitAt(30 * 60_000 - 1)
    expect(counts()).toEqual([1, 1, 1])
    await visitAt(30 * 60_000)
    expect(counts()).toEqual([2, 2, 2])
  })

  // SPEC: "Project detail is stale after 30000 ms."
  // SPEC: "stale 30000 ms."
  // SPEC: "The detail is fresh for 30000 ms."
  it("for 30 seconds if it is a project's detail", async () => {
    const { count, visitAt } = await visitsFrom()
    await visitAt(29_999)
    expect(count(`projects/${project.ref}`)).toBe(1)
    await visitAt(30_000)
    expect(count(`projects/${project.ref}`)).toBe(2)
  })

  // SPEC: ", and cached for 5 minutes (300000 ms)."
  // SPEC: "Permissions cache 300000 ms."
  it('for 5 minutes if it is the permissions', async () => {
    const { count, visitAt } = await visitsFrom()
    await visitAt(299_999)
    expect(count('profile/permissions')).toBe(1)
    await visitAt(300_000)
    expect(count('profile/permissions')).toBe(2)
  })

  // SPEC: "Other queries are stale after 1 minute."
  it('for a minute if it has no rule of its own', async () => {
    const { count, visitAt } = await visitsFrom()
    await visitAt(59_999)
    expect(count('installation')).toBe(1)
    await visitAt(60_000)
    expect(count('installation')).toBe(2)
  })
})

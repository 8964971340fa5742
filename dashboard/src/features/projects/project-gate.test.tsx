import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, showSignedIn } from '../../../test/show.tsx'
import { ProjectGate } from './project-gate.tsx'

const branch = 'bbbbbbbbbbbbbbbbbbbb'
const project = {
  id: 2,
  ref: branch,
  name: 'Shop, branch',
  organization_id: 1,
  organization_slug: 'acme',
  region: 'local',
  cloud_provider: 'AWS',
  parent_project_ref: 'aaaaaaaaaaaaaaaaaaaa',
  preview_branch_refs: [],
  inserted_at: '2026-03-01T12:00:00.000Z',
  status: 'ACTIVE_HEALTHY',
  compute: 'running',
  dbVersion: 'supabase-postgres-18.4',
  postgrestStatus: 'ONLINE',
  connectionString: 'postgresql://postgres@localhost:6543/postgres',
  failure: null,
  connection_handle: null,
  endpoints: {
    api_url: 'http://localhost:8000/p/bbbbbbbbbbbbbbbbbbbb',
    host_api_url: null,
    database_host: 'localhost',
    database_port: 6543,
    database_user: 'postgres',
    database_name: 'postgres',
  },
  abilities: [],
}

afterEach(() => vi.unstubAllGlobals())

const show = (ref: string) => {
  const onUnknown = vi.fn<() => void>()
  showSignedIn(
    <ProjectGate projectRef={ref} needsDatabase onUnknown={onUnknown}>
      the page
    </ProjectGate>,
  )
  return onUnknown
}

// SPEC: "In platform mode, a ref listed in a project's preview_branch_refs also counts as valid."
it('lets in to a preview branch, which is in no list of projects', async () => {
  answerWith({ 'GET /platform/projects': [], [`GET /platform/projects/${branch}`]: project })
  const onUnknown = show(branch)
  expect(await screen.findByText('the page')).toBeVisible()
  expect(onUnknown).not.toHaveBeenCalled()
})

it('leads away from a ref that the server does not know, once', async () => {
  answerWith({})
  const onUnknown = show(branch)
  await waitFor(() => expect(onUnknown).toHaveBeenCalledOnce())
  expect(screen.queryByText('the page')).toBeNull()
})

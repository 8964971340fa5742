import type { ProjectDetail, ProjectStatus } from '@stoa/contract/platform/projects'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { projectKeys, projectPollInterval, setProjectStatus } from './projects.ts'

const USABLE = 'postgresql://postgres.abc:[YOUR-PASSWORD]@localhost:5432/postgres'
const poll = (status: ProjectStatus, connectionString = USABLE) =>
  projectPollInterval({ status, connectionString })

describe('polling of a project', () => {
  // SPEC: "When the status is neither and the connection string is present, polling stops."
  it('stops when the status is neither COMING_UP nor UNKNOWN and the connection string is present', () => {
    expect(poll('ACTIVE_HEALTHY')).toBe(false)
    expect(poll('INACTIVE')).toBe(false)
  })

  it('repeats every 5000 ms while the status is UNKNOWN or any other transitional state', () => {
    const passing: ProjectStatus[] = ['UNKNOWN', 'PAUSING', 'RESTARTING', 'GOING_DOWN', 'RESIZING']
    expect(passing.map((status) => poll(status))).toEqual(passing.map(() => 5000))
  })

  // SPEC: "**Project detail polling**: while the status is COMING_UP or UNKNOWN"
  it('repeats every 5000 ms while the status is COMING_UP', () => {
    expect(poll('COMING_UP')).toBe(5000)
  })

  // SPEC: "or UNKNOWN, or the connection string is missing or unusable, the detail is refetched every 5000 ms."
  it.each(['', 'not a url', 'http://localhost', 'postgresql://'])(
    'repeats every 5000 ms while the connection string is %j',
    (connectionString) => {
      expect(poll('ACTIVE_HEALTHY', connectionString)).toBe(5000)
    },
  )

  it('does not start before there is a project', () => {
    expect(projectPollInterval(undefined)).toBe(false)
  })
})

// SPEC: "The client can overwrite a project's status in its cached list and detail."
it("overwrites a project's status in the cached list and detail", () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(projectKeys.list, [
    { ref: 'a', status: 'ACTIVE_HEALTHY' },
    { ref: 'b', status: 'ACTIVE_HEALTHY' },
  ])
  queryClient.setQueryData(projectKeys.detail('a'), { ref: 'a', status: 'ACTIVE_HEALTHY' })
  setProjectStatus(queryClient, 'a', 'PAUSING')
  expect(queryClient.getQueryData(projectKeys.list)).toEqual([
    { ref: 'a', status: 'PAUSING' },
    { ref: 'b', status: 'ACTIVE_HEALTHY' },
  ])
  expect(queryClient.getQueryData<ProjectDetail>(projectKeys.detail('a'))?.status).toBe('PAUSING')
})

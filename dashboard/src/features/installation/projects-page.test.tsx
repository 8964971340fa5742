import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, showSignedIn } from '../../../test/show.tsx'
import { sorted, type ProjectsSearch } from './project-order.ts'
import { ProjectsPage } from './projects-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const measured = (name: string, cpu: number | null, requests: number) => ({
  ref: name.toLowerCase(),
  name,
  organization_slug: 'acme',
  status: 'ACTIVE_HEALTHY',
  measured_at: cpu === null ? null : '2026-03-01T12:00:00.000Z',
  cpu_percent: cpu,
  memory_bytes: cpu === null ? null : 52_428_800,
  disk_bytes: 1024,
  connections: 3,
  requests,
  server_errors: 0,
})

function Page() {
  const [search, setSearch] = useState<ProjectsSearch>({})
  return <ProjectsPage search={search} onSearch={setSearch} />
}

const names = () =>
  screen.getAllByText(/^(?:Shop|Asleep|Blog)$/).map(({ textContent }) => textContent)

const projects = [measured('Shop', 5, 10), measured('Asleep', null, 30), measured('Blog', 80, 20)]

it('lists projects by their load, and by another column that is chosen', async () => {
  answerWith({
    'GET /platform/profile': { ...profile, is_operator: true },
    'GET /platform/installation/projects': projects,
  })
  showSignedIn(inRouter(() => <Page />))
  await screen.findByText('Shop')
  expect(names()).toEqual(['Blog', 'Shop', 'Asleep'])
  await userEvent.click(screen.getByText('Requests'))
  expect(names()).toEqual(['Asleep', 'Blog', 'Shop'])
})

it.each([
  ['cpu_percent', 'desc', ['Blog', 'Shop', 'Asleep']],
  ['cpu_percent', 'asc', ['Shop', 'Blog', 'Asleep']],
  ['name', 'asc', ['Asleep', 'Blog', 'Shop']],
] as const)('sorts by %s %s, with what was not measured last', (sort, order, expected) => {
  const rows = projects.map((each) => ({ ...each, status: 'ACTIVE_HEALTHY' as const }))
  expect(sorted(rows, { sort, order }).map(({ name }) => name)).toEqual(expected)
})

it('is for operators', async () => {
  answerWith({ 'GET /platform/profile': profile })
  showSignedIn(inRouter(() => <Page />))
  expect(await screen.findByText(/Only operators of this installation/)).toBeVisible()
})

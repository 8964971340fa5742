import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import {
  answerWith,
  inRouter,
  organization,
  profile,
  project,
  showSignedIn,
} from '../../test/show.tsx'
import { ProjectPage } from './project-page.tsx'

function open(answers: Record<string, unknown>) {
  answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [organization],
    ...answers,
  })
  showSignedIn(
    inRouter(() => (
      <ProjectPage
        projectRef={project.ref}
        title="Jobs"
        needs={['cron:read', 'database:read']}
        forbidden="This page lists jobs."
      >
        The jobs
      </ProjectPage>
    )),
  )
}

const request = `GET /platform/projects/${project.ref}`

it('shows the content to a member with all permissions', async () => {
  open({ [request]: { ...project, abilities: ['cron:read', 'database:read'] } })
  expect(await screen.findByText('The jobs')).toBeVisible()
  expect(document.title).toContain('Jobs')
  expect(document.title).toContain(project.name)
})

it('names the permission that the member lacks', async () => {
  open({ [request]: { ...project, abilities: ['cron:read'] } })
  expect(await screen.findByText('database:read')).toBeVisible()
  expect(screen.queryByText('The jobs')).not.toBeInTheDocument()
})

it('shows its header, and neither content nor a refusal, until the project is loaded', async () => {
  open({ [request]: new Promise(() => undefined) })
  expect(await screen.findByRole('heading', { name: 'Jobs' })).toBeVisible()
  expect(screen.queryByText('The jobs')).not.toBeInTheDocument()
  expect(screen.queryByText('This page lists jobs.')).not.toBeInTheDocument()
})

import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../test/show.tsx'
import { ProjectServices } from './project-services.tsx'

afterEach(() => vi.unstubAllGlobals())

it('lists every service with its state, and tells what to do about a failed one', async () => {
  answerWith({
    [`GET /platform/projects/${project.ref}/services`]: [
      { name: 'auth', title: 'Auth', status: 'healthy', error: null },
      { name: 'rest', title: 'Data API', status: 'sleeping', error: null },
      {
        name: 'storage',
        title: 'File storage',
        status: 'unhealthy',
        error: {
          code: 'service_unavailable',
          message: 'File storage is not available.',
          hint: 'Restart the project.',
        },
      },
    ],
  })
  showSignedIn(<ProjectServices projectRef={project.ref} />)
  const list = await screen.findByRole('list')
  const [auth, rest, storage] = within(list).getAllByRole('listitem')
  expect(auth).toHaveTextContent('AuthHealthy')
  expect(rest).toHaveTextContent('Data APISleeping')
  expect(storage).toHaveTextContent(
    'File storageUnavailableFile storage is not available. Restart the project.',
  )
  expect(screen.getByRole('heading', { name: 'Services' })).toBeVisible()
})

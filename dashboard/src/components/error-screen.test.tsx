import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ErrorScreen } from './error-screen.tsx'

it('loads the recovery steps for an error of the dashboard', async () => {
  render(<ErrorScreen error={new Error('broken')} />)
  expect(await screen.findByText('broken')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Contact support' })).toBeVisible()
})

it('shows that a part is missing instead, without loading anything else', () => {
  const error = new Error('Could not load a part of the dashboard')
  error.name = 'MissingPartError'
  render(<ErrorScreen error={error} />)
  expect(screen.getByRole('status')).toHaveTextContent('Reloading the page')
})

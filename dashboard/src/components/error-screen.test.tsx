import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ErrorScreen } from './error-screen.tsx'

describe('the global error screen', () => {
  it('shows heading, message, recovery steps and its buttons', () => {
    render(<ErrorScreen error={new Error('Cannot read properties of undefined')} />)
    expect(screen.getByRole('heading')).toHaveTextContent('Sorry! An unexpected error occurred')
    expect(screen.getByRole('button', { name: 'Copy error' })).toBeVisible()
    expect(screen.getByText('Cannot read properties of undefined')).toBeVisible()
    expect(screen.getByRole('link', { name: 'Sign out' })).toHaveAttribute('href', '/logout')
    expect(screen.getByRole('button', { name: 'Return to dashboard' })).toBeVisible()
  })

  it('explains the removeChild error with page translation and extensions', () => {
    const message = "Failed to execute 'removeChild' on 'Node'"
    render(<ErrorScreen error={new Error(message)} />)
    expect(screen.getByText(/Page translation and some browser extensions/)).toBeVisible()
    expect(screen.queryByRole('list')).toBeNull()
  })

  it('survives something thrown that is no error', () => {
    render(<ErrorScreen error="just text" />)
    expect(screen.getByText('just text')).toBeVisible()
  })
})

import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { UnexpectedError } from './unexpected-error.tsx'

const link = (name: string) => screen.getByRole('link', { name })

describe('the global error screen', () => {
  // SPEC: "Heading 'Sorry! An unexpected error occurred', with a 'Copy error' button."
  it('has its heading, a button that copies the error, and the message', () => {
    render(<UnexpectedError error={new Error('Cannot read properties of undefined')} />)
    expect(screen.getByRole('heading')).toHaveTextContent('Sorry! An unexpected error occurred')
    expect(screen.getByRole('button', { name: 'Copy error' })).toBeVisible()
    expect(screen.getByText('Cannot read properties of undefined')).toBeVisible()
  })

  // SPEC: "For the removeChild error it gives a hint that page translation or browser extensions cause it."
  it('blames page translation and extensions for the removeChild error', () => {
    const message = "Failed to execute 'removeChild' on 'Node'"
    render(<UnexpectedError error={new Error(message)} />)
    expect(screen.getByText(/Browser translation and some extensions/)).toBeVisible()
    expect(screen.queryByRole('list')).toBeNull()
  })

  // SPEC: "/logout | Signs the user out (linked from the error screen)."
  // SPEC: "Otherwise recovery steps: refresh, sign out via /logout, clear browser storage, disable extensions, contact support."
  it('lists the recovery steps in order for any other error', () => {
    render(<UnexpectedError error={new Error('broken')} />)
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Refresh the page',
      'Sign out and sign in again',
      'Clear the browser storage of this site',
      'Disable browser extensions',
      'Write to support if it happens again',
    ])
    expect(link('Sign out')).toHaveAttribute('href', '/logout')
  })

  // SPEC: "/support/new | Support form. Prefilled with category dashboard_bug, a subject and a message holding the stack trace."
  it('links to a support form that contains the error', () => {
    const error = new Error('broken')
    render(<UnexpectedError error={error} />)
    const address = new URL(link('Contact support').getAttribute('href') ?? '', 'http://localhost')
    expect(address.pathname).toBe('/support/new')
    expect(address.searchParams.get('category')).toBe('dashboard_bug')
    expect(address.searchParams.get('subject')).toContain('broken')
    expect(address.searchParams.get('message')).toContain(error.stack?.slice(0, 200))
  })

  // SPEC: "Buttons: 'Contact support', and a second button 'Return to dashboard' outside production or 'Reload dashboard' in production."
  it.each([
    { isProduction: false, label: 'Return to dashboard' },
    { isProduction: true, label: 'Reload dashboard' },
  ])("offers '$label' when isProduction is $isProduction", ({ isProduction, label }) => {
    render(<UnexpectedError error={new Error('broken')} isProduction={isProduction} />)
    const names = screen.getAllByRole('button').map((button) => button.textContent)
    expect(names).toEqual(['Copy error', label])
  })

  it('handles a thrown value that is not an error', () => {
    render(<UnexpectedError error="just text" />)
    expect(screen.getByText('just text')).toBeVisible()
  })
})

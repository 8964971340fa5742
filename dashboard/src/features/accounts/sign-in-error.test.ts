import { describe, expect, it } from 'vitest'
import { returnedError, signInErrorText, withoutReturnedError } from './sign-in-error.ts'

describe('a sign-in error', () => {
  // SPEC: "Unverified GitHub user ('Error sending confirmation mail'): toast 'Please verify your email on GitHub first, then reach out to us at {email} to log into the dashboard'."
  it('of an unverified GitHub user says to verify the email and contact support', () => {
    expect(signInErrorText('Error sending confirmation mail', 'help@example.com')).toBe(
      'Please verify your email on GitHub first, then reach out to us at help@example.com to log into the dashboard',
    )
    expect(signInErrorText('Error sending confirmation mail', null)).toContain(
      'the operator of this installation',
    )
  })

  // SPEC: "Other sign-in errors show their own message."
  it('of any other kind shows its own message', () => {
    expect(signInErrorText('Invalid login credentials', 'help@example.com')).toBe(
      'Invalid login credentials',
    )
  })

  it('is read from the query string or the fragment of the URL', () => {
    expect(returnedError({ search: '?error_description=No+luck', hash: '' })).toBe('No luck')
    expect(returnedError({ search: '', hash: '#error=x&error_description=No+luck' })).toBe(
      'No luck',
    )
    expect(returnedError({ search: '?error=org_not_found&org=acme', hash: '' })).toBeUndefined()
  })

  it('is removed from the URL', () => {
    const search = '?returnTo=%2Fnew&error=x&error_code=y&error_description=z&plan=pro'
    expect(withoutReturnedError({ pathname: '/sign-in', search })).toBe(
      '/sign-in?returnTo=%2Fnew&plan=pro',
    )
    expect(withoutReturnedError({ pathname: '/sign-in', search: '?error_description=z' })).toBe(
      '/sign-in',
    )
  })
})

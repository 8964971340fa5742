import { EXTERNAL_PROVIDERS } from '@stoa/contract/services/auth/fields/external'
import { authSettings } from '@stoa/contract/services/auth/settings'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { emailsPage } from '../emails/emails-page.tsx'
import { MAILS, NOTICES } from '../emails/template-names.ts'
import { oauthServerPage } from '../oauth-server/oauth-server-page.tsx'
import { auth } from '../room.ts'
import { authPage } from './auth-settings.tsx'
import { hooksPage } from './hooks.tsx'
import { multiFactorPage } from './multi-factor.tsx'
import { protectionPage } from './protection.tsx'
import { providerPart } from './providers.ts'
import { signInPage } from './sign-in-methods.tsx'

it('shows every setting of the service on one page', () => {
  const pages = [authPage, emailsPage, hooksPage, multiFactorPage, oauthServerPage, protectionPage]
  const parts = [...pages, signInPage].flatMap((page) => page.parts)
  const providers = EXTERNAL_PROVIDERS.map(providerPart)
  const templates = [...MAILS, ...NOTICES].flatMap(({ value }) => [
    `mailer_subjects_${value}`,
    `mailer_templates_${value}_content`,
  ])
  const fields = [...parts, ...providers].flatMap((part) => part.fields.map(({ name }) => name))
  const shown = [...fields, ...templates]
  expect(shown.toSorted()).toEqual(Object.keys(authSettings.fields).toSorted())
})

it('lets the palette tell hooks apart, whose settings have the same names', async () => {
  const source = auth.searches?.find(({ id }) => id === 'settings:/project/$ref/auth/hooks')
  const entries = await source?.read({
    call: () => Promise.reject(new Error('No request is expected')),
    queryClient: new QueryClient(),
    projectRef: 'abc',
    organizationSlug: undefined,
  })
  const switches = entries?.filter(({ title }) => title === 'Enable hook') ?? []
  const details = switches.map(({ detail }) => detail)
  expect(details).toContain('Auth › Hooks: Send emails')
  expect(new Set(details).size).toBe(details.length)
})

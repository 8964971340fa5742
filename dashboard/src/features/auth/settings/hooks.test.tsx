import { authSettings } from '@stoa/contract/services/auth/settings'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { Hooks } from './hooks.tsx'

const config = `/platform/projects/${project.ref}/config/auth`
const meta = `/platform/meta/${project.ref}`
const settings = { ...authSettings.defaults, hook_send_email_enabled: true }
const made = (id: number, name: string, given: string) => ({
  id,
  schema: 'public',
  name,
  locked_by: null,
  kind: 'function',
  arguments: given,
  identity_arguments: given,
  return_type: 'jsonb',
  language: 'plpgsql',
  is_security_definer: false,
  volatility: 'volatile',
  comment: null,
})

afterEach(() => vi.unstubAllGlobals())

it('offers the functions that can be hooks, and generates the secret of an endpoint', async () => {
  const sent = answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities: ['project:update'] },
    [`GET ${config}`]: settings,
    [`PATCH ${config}`]: settings,
    [`GET ${meta}/schemas`]: [{ name: 'public', owner: 'postgres', is_protected: false }],
    [`GET ${meta}/objects/functions`]: {
      items: [made(1, 'send mail', 'event jsonb'), made(2, 'add', 'a integer, b jsonb')],
      total: 2,
    },
    [`POST ${meta}/sql-drafts`]: { sql: 'the grants of the server' },
  })
  const saved = () =>
    sent.filter(({ request }) => request.startsWith('PATCH')).map(({ body }) => body)
  showSignedIn(inRouter(() => <Hooks projectRef={project.ref} />))

  await userEvent.click(await screen.findByLabelText('Function'))
  expect(await screen.findAllByRole('option')).toHaveLength(1)
  await userEvent.click(screen.getByRole('option', { name: 'send mail' }))
  expect(await screen.findByText('the grants of the server')).toBeVisible()
  expect(sent.at(-1)?.body).toEqual({
    draft: { kind: 'hook_privileges', schema: 'public', name: 'send mail' },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(saved()).toEqual([
      { hook_send_email_uri: 'pg-functions://postgres/public/send%20mail' },
    ]),
  )

  await userEvent.click(screen.getByRole('radio', { name: 'HTTP endpoint' }))
  await userEvent.type(screen.getByLabelText('URL'), 'https://example.com/hook')
  await userEvent.click(screen.getByRole('button', { name: 'Generate' }))
  const secret = screen.getByLabelText<HTMLInputElement>('Signing secret').value
  const schema = authSettings.fields['hook_send_email_secrets']
  expect([secret.length, schema && z.safeParse(schema, secret).success]).toEqual([53, true])
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(saved().at(-1)).toEqual({
      hook_send_email_uri: 'https://example.com/hook',
      hook_send_email_secrets: secret,
    }),
  )
})

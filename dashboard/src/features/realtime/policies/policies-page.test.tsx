import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { messagesTable } from '../../../../test/messages-table.ts'
import { answerWith, inRouter, project, showSignedIn } from '../../../../test/show.tsx'
import { PoliciesPage } from './policies-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const meta = `/platform/meta/${project.ref}`
const ALL = ['database:read', 'database:write']

const policy = (name: string) => ({
  name,
  command: 'SELECT',
  is_permissive: true,
  comment: null,
  roles: ['authenticated'],
  using: 'true',
  check: null,
})

function show({ abilities = ALL, policies = [] as unknown[], isProtected = true } = {}) {
  const messages = messagesTable(policies, isProtected)
  const sent = answerWith({
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities },
    [`GET ${meta}/tables`]: [messages],
    [`GET ${meta}/tables/1`]: messages,
    [`POST ${meta}/query`]: {
      results: [],
      commands: [],
      notices: [],
      duration_ms: 1,
    },
  })
  showSignedIn(inRouter(() => <PoliciesPage projectRef={project.ref} />))
  const statements = () =>
    sent
      .filter(({ request }) => request === `POST ${meta}/query`)
      .map(({ body }) => (body as { sql: string }).sql)
  return { sent, statements }
}

const TIMEOUT = { timeout: 10_000 }

it('says what it means to have no policies, and that row level security is off', async () => {
  show({ isProtected: false })
  expect(await screen.findByText(/Only secret keys can use private channels/)).toBeVisible()
  expect(screen.getByText(/Row level security is off for realtime.messages/)).toBeVisible()
})

it('creates a policy for receiving and one for sending from a template', async () => {
  const { statements } = show()
  fireEvent.click(await screen.findByRole('button', { name: 'New policy' }))
  fireEvent.click(screen.getByRole('radio', { name: /Users own a topic/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Create policies' }))
  const condition =
    "extension in ('broadcast', 'presence') and ((select realtime.topic()) = 'user:' || (select auth.uid())::text)"
  const start = 'create policy "Users can use their own channel'
  await expect
    .poll(statements, TIMEOUT)
    .toEqual([
      `${start} (receive)"\non "realtime"."messages"\nfor select to authenticated\nusing (${condition});\n\n${start} (send)"\non "realtime"."messages"\nfor insert to authenticated\nwith check (${condition});`,
    ])
})

it('asks for the table that a template needs, and quotes its name', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'New policy' }))
  fireEvent.click(screen.getByRole('radio', { name: /Members in a table/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /Send/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Create policy' }))
  expect(await screen.findByText('Enter a value.')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Table'), { target: { value: 'my "members"' } })
  expect(screen.getByLabelText('SQL')).toHaveTextContent('"public"."my ""members""" as member')
})

it('edits and deletes a policy', async () => {
  const { statements } = show({ policies: [policy('Receive')] })
  const menu = async (item: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Receive' }))
    await userEvent.click(screen.getByRole('menuitem', { name: item }))
  }
  await menu('Edit')
  fireEvent.change(screen.getByLabelText('USING expression'), { target: { value: 'false' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save policy' }))
  await expect.poll(() => screen.queryByRole('dialog'), TIMEOUT).toBeNull()
  await menu('Delete policy')
  fireEvent.click(screen.getByRole('button', { name: 'Delete policy' }))
  await expect
    .poll(statements, TIMEOUT)
    .toEqual([
      'alter policy "Receive"\non "realtime"."messages"\nusing (false);',
      'drop policy "Receive" on "realtime"."messages";',
    ])
})

it('offers no change to a member who can only read the database', async () => {
  show({ abilities: ['database:read'], policies: [policy('Receive')] })
  expect(await screen.findByText('Receive')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New policy' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Receive' })).toBeNull()
})

it('names the missing permission to a member who cannot read the database', async () => {
  const { sent } = show({ abilities: [] })
  expect(await screen.findByText('database:read')).toBeVisible()
  expect(sent.some(({ request }) => request.startsWith(`GET ${meta}`))).toBe(false)
})

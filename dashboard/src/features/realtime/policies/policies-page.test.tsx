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
    [`POST ${meta}/object-changes`]: { statements: ['the SQL of the server'] },
    [`POST ${meta}/sql-drafts`]: { sql: 'the condition of the server' },
  })
  showSignedIn(inRouter(() => <PoliciesPage projectRef={project.ref} />))
  const bodies = () =>
    sent
      .filter(({ request }) => request === `POST ${meta}/object-changes`)
      .map(({ body }) => body as { change: unknown; dry_run?: true })
  /** The changes that were made, and those that were only shown. */
  const made = () => bodies().flatMap(({ change, dry_run }) => (dry_run ? [] : [change]))
  const shown = () => bodies().flatMap(({ change, dry_run }) => (dry_run ? [change] : []))
  return { sent, made, shown }
}

const TIMEOUT = { timeout: 10_000 }

it('explains the effect of having no policies, and warns if row level security is off', async () => {
  show({ isProtected: false })
  expect(await screen.findByText(/Only secret keys can use private channels/)).toBeVisible()
  expect(screen.getByText(/Row level security is off for realtime.messages/)).toBeVisible()
})

it('creates a policy for receiving and one for sending from a template', async () => {
  const { made } = show()
  fireEvent.click(await screen.findByRole('button', { name: 'New policy' }))
  await screen.findByRole('dialog')
  fireEvent.click(screen.getByRole('radio', { name: /Users own a topic/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Create policies' }))
  const condition = { template: 'own_topic' }
  const policy = { is_restrictive: false, roles: ['authenticated'], messages: 'all' }
  const name = 'Users can use their own channel'
  await expect.poll(made, TIMEOUT).toEqual([
    {
      kind: 'create_policies',
      table: { schema: 'realtime', name: 'messages' },
      policies: [
        { ...policy, name: `${name} (receive)`, command: 'SELECT', using: condition, check: null },
        { ...policy, name: `${name} (send)`, command: 'INSERT', using: null, check: condition },
      ],
    },
  ])
})

it('asks for the table that a template needs, and shows the condition that the server writes', async () => {
  const { shown } = show()
  fireEvent.click(await screen.findByRole('button', { name: 'New policy' }))
  await screen.findByRole('dialog')
  fireEvent.click(screen.getByRole('radio', { name: /Members in a table/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: /Send/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Create policy' }))
  expect(await screen.findByText('Enter a value.')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Table'), { target: { value: 'my "members"' } })
  await expect
    .poll(() => shown().at(-1), TIMEOUT)
    .toMatchObject({ policies: [{ using: { template: 'topic_members', table: 'my "members"' } }] })
  await vi.waitFor(() =>
    expect(screen.getByLabelText('Condition')).toHaveValue('the condition of the server'),
  )
  expect(await screen.findByLabelText('SQL')).toHaveTextContent('the SQL of the server;')
})

it('edits and deletes a policy', async () => {
  const { made } = show({ policies: [policy('Receive')] })
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
  const on = { schema: 'realtime', table: 'messages', name: 'Receive' }
  await expect.poll(made, TIMEOUT).toEqual([
    { kind: 'alter_policy', ...on, change: { using: 'false' } },
    { kind: 'drop', object: { type: 'policy', ...on }, cascade: false },
  ])
})

it('offers no changes to members who can only read the database', async () => {
  show({ abilities: ['database:read'], policies: [policy('Receive')] })
  expect(await screen.findByText('Receive')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New policy' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Receive' })).toBeNull()
})

it('names the missing permission to members who cannot read the database', async () => {
  const { sent } = show({ abilities: [] })
  expect(await screen.findByText('database:read')).toBeVisible()
  expect(sent.some(({ request }) => request.startsWith(`GET ${meta}`))).toBe(false)
})

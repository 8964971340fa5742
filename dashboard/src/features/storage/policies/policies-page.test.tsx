import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../../test/show.tsx'
import { PoliciesPage } from './policies-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const meta = `/platform/meta/${project.ref}`
const ALL = ['storage:read', 'database:read', 'database:write']

const bucket = (id: string, isPublic: boolean) => ({
  id,
  public: isPublic,
  file_size_limit: null,
  allowed_mime_types: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  object_count: 0,
})

const policy = (name: string, using: string) => ({
  name,
  command: 'SELECT',
  is_permissive: true,
  comment: null,
  roles: ['anon'],
  using,
  check: null,
})

const table = (id: number, name: string, policies: unknown[] = [], rls_enabled = true) => ({
  id,
  schema: 'storage',
  name,
  kind: 'table',
  comment: null,
  rls_enabled,
  partition_of: null,
  policy_count: policies.length,
  columns: [],
  primary_key: ['id'],
  foreign_keys: [],
  constraints: [],
  policies,
  indexes: [],
  view_definition: null,
  can: { insert: true, update: true, delete: true },
})

function show({ abilities = ALL, policies = [] as unknown[], isProtected = true } = {}) {
  const objects = table(1, 'objects', policies, isProtected)
  const sent = answerWith({
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities },
    [`GET /platform/storage/${project.ref}/buckets`]: [
      bucket('avatars', true),
      bucket('reports', false),
    ],
    [`GET ${meta}/tables`]: [objects, table(2, 'buckets')],
    [`GET ${meta}/tables/1`]: objects,
    [`GET ${meta}/tables/2`]: table(2, 'buckets'),
    [`POST ${meta}/object-changes`]: { statements: ['the SQL of the server'] },
    [`POST ${meta}/sql-drafts`]: { sql: 'the condition of the server' },
  })
  showSignedIn(
    inRouter(() => <PoliciesPage projectRef={project.ref} search="" onSearch={() => undefined} />),
  )
  const bodies = () =>
    sent
      .filter(({ request }) => request === `POST ${meta}/object-changes`)
      .map(({ body }) => body as { change: unknown; dry_run?: true })
  /** The changes that were made, and those that were only shown. */
  const made = () => bodies().flatMap(({ change, dry_run }) => (dry_run ? [] : [change]))
  const shown = () => bodies().flatMap(({ change, dry_run }) => (dry_run ? [change] : []))
  return { sent, made, shown }
}

const section = async (name: string) => within(await screen.findByRole('region', { name }))

it('says what it means for a bucket to have no policies', async () => {
  show()
  expect(
    (await section('avatars')).getByText(/Anyone with a file’s URL can download/),
  ).toBeVisible()
  expect(
    (await section('reports')).getByText(/Only secret keys and signed URLs can access/),
  ).toBeVisible()
})

it('lists a policy with the bucket that it names, and others apart', async () => {
  show({
    policies: [
      policy('Read avatars', "(bucket_id = 'avatars'::text)"),
      policy('Read own', '(owner_id = (auth.uid())::text)'),
      policy('Read old', "(bucket_id = 'old'::text)"),
    ],
  })
  expect((await section('avatars')).getByText('Read avatars')).toBeVisible()
  expect((await section('All buckets')).getByText('Read own')).toBeVisible()
  expect((await section('Deleted buckets')).getByText('Read old')).toBeVisible()
})

it('creates policies from a template with the chosen operations', async () => {
  const { made } = show()
  fireEvent.click(await screen.findByRole('button', { name: 'New policy for reports' }))
  await screen.findByRole('dialog')
  fireEvent.click(screen.getByRole('radio', { name: /Users own a folder/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'UPDATE' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'DELETE' }))
  const calls = within(screen.getByRole('list', { name: 'Allowed calls' }))
  expect(calls.getByText('copy')).toBeVisible()
  expect(calls.queryByText('remove')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Create policies' }))
  const condition = { template: 'own_folder', bucket: 'reports' }
  const policy = { is_restrictive: false, roles: ['authenticated'] }
  const name = 'Users manage their own folder in reports'
  await vi.waitFor(() =>
    expect(made()).toEqual([
      {
        kind: 'create_policies',
        table: { schema: 'storage', name: 'objects' },
        policies: [
          { ...policy, name: `${name} (select)`, command: 'SELECT', using: condition, check: null },
          { ...policy, name: `${name} (insert)`, command: 'INSERT', using: null, check: condition },
        ],
      },
    ]),
  )
})

it('asks for the folder that a template needs', async () => {
  const { shown } = show()
  fireEvent.click(await screen.findByRole('button', { name: 'New policy for reports' }))
  await screen.findByRole('dialog')
  fireEvent.click(screen.getByRole('radio', { name: /One folder/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Create policy' }))
  expect(await screen.findByText('Enter a value.')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Folder'), { target: { value: 'q1' } })
  const using = { template: 'one_folder', bucket: 'reports', folder: 'q1' }
  await vi.waitFor(() => expect(shown().at(-1)).toMatchObject({ policies: [{ using }] }))
  await vi.waitFor(() =>
    expect(screen.getByLabelText('Condition')).toHaveValue('the condition of the server'),
  )
  expect(await screen.findByLabelText('SQL')).toHaveTextContent('the SQL of the server;')
})

it('refuses a name that another policy has', async () => {
  show({ policies: [policy('Mine', 'true')] })
  fireEvent.click(await screen.findByRole('button', { name: 'New policy for reports' }))
  await screen.findByRole('dialog')
  fireEvent.change(screen.getByLabelText('Policy name'), { target: { value: 'Mine' } })
  expect(screen.getByText('This table already has a policy with this name.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Create policy' }))
  await waitFor(() => expect(screen.getByLabelText('Policy name')).toHaveFocus())
})

it('edits and deletes a policy', async () => {
  const { made } = show({
    policies: [policy('Read avatars', "(bucket_id = 'avatars'::text)")],
  })
  const menu = async (item: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Read avatars' }))
    await userEvent.click(screen.getByRole('menuitem', { name: item }))
  }
  await menu('Edit')
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText('USING expression'), { target: { value } })
  type('')
  expect(await screen.findByText(/Use true to match every row/)).toBeVisible()
  type('false')
  fireEvent.click(screen.getByRole('button', { name: 'Save policy' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await menu('Delete policy')
  fireEvent.click(screen.getByRole('button', { name: 'Delete policy' }))
  const on = { schema: 'storage', table: 'objects', name: 'Read avatars' }
  await vi.waitFor(() =>
    expect(made()).toEqual([
      { kind: 'alter_policy', ...on, change: { using: 'false' } },
      { kind: 'drop', object: { type: 'policy', ...on }, cascade: false },
    ]),
  )
})

it('offers no change to a member who can only read the database', async () => {
  show({ abilities: ['storage:read', 'database:read'], policies: [policy('Read', 'true')] })
  expect(await screen.findByText('Read')).toBeVisible()
  expect(screen.queryByRole('button', { name: /New policy/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Read' })).toBeNull()
})

it('names the missing permission to a member who cannot read the database', async () => {
  const { sent } = show({ abilities: ['storage:read'] })
  expect(await screen.findByText('database:read')).toBeVisible()
  expect(sent.map(({ request }) => request)).not.toContain(`GET ${meta}/tables`)
})

it('warns when row level security is off', async () => {
  show({ isProtected: false })
  expect(await screen.findByText('Row level security is off for storage.objects')).toBeVisible()
})

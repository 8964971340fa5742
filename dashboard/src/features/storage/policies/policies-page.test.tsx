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
    [`POST ${meta}/query`]: {
      results: [],
      commands: [],
      notices: [],
      duration_ms: 1,
    },
  })
  showSignedIn(
    inRouter(() => <PoliciesPage projectRef={project.ref} search="" onSearch={() => undefined} />),
  )
  const statements = () =>
    sent
      .filter(({ request }) => request === `POST ${meta}/query`)
      .map(({ body }) => (body as { sql: string }).sql)
  return { sent, statements }
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
  const { statements } = show()
  fireEvent.click(await screen.findByRole('button', { name: 'New policy for reports' }))
  fireEvent.click(screen.getByRole('radio', { name: /Users own a folder/ }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'UPDATE' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'DELETE' }))
  const calls = within(screen.getByRole('list', { name: 'Allowed calls' }))
  expect(calls.getByText('copy')).toBeVisible()
  expect(calls.queryByText('remove')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Create policies' }))
  const condition =
    "bucket_id = 'reports' and (storage.foldername(name))[1] = (select auth.uid()::text)"
  const start = 'create policy "Users manage their own folder in reports'
  await vi.waitFor(() =>
    expect(statements()).toEqual([
      `${start} (select)"\non "storage"."objects"\nfor select to authenticated\nusing (${condition});\n\n${start} (insert)"\non "storage"."objects"\nfor insert to authenticated\nwith check (${condition});`,
    ]),
  )
})

it('asks for the folder that a template needs', async () => {
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'New policy for reports' }))
  fireEvent.click(screen.getByRole('radio', { name: /One folder/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Create policy' }))
  expect(await screen.findByText('Enter a value.')).toBeVisible()
  fireEvent.change(screen.getByLabelText('Folder'), { target: { value: 'q1' } })
  expect(screen.getByLabelText('SQL')).toHaveTextContent("(storage.foldername(name))[1] = 'q1'")
})

it('refuses a name that another policy has', async () => {
  show({ policies: [policy('Mine', 'true')] })
  fireEvent.click(await screen.findByRole('button', { name: 'New policy for reports' }))
  fireEvent.change(screen.getByLabelText('Policy name'), { target: { value: 'Mine' } })
  expect(screen.getByText('This table already has a policy with this name.')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Create policy' }))
  await waitFor(() => expect(screen.getByLabelText('Policy name')).toHaveFocus())
})

it('edits and deletes a policy', async () => {
  const { statements } = show({
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
  await vi.waitFor(() =>
    expect(statements()).toEqual([
      'alter policy "Read avatars"\non "storage"."objects"\nusing (false);',
      'drop policy "Read avatars" on "storage"."objects";',
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

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../../test/show.tsx'
import { WebhooksPage } from './webhooks-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = `/platform/storage/${project.ref}/webhooks`
const WRITE = ['storage:read', 'storage:write']

const webhook = {
  id: '0de1e7ed-0000-4000-8000-000000000001',
  name: 'Search index',
  url: 'https://example.com/hook',
  bucket: null,
  prefix: '',
  events: ['object.created', 'object.removed'],
  enabled: true,
  pending: 3,
  created_at: '2026-01-01T00:00:00Z',
}

const delivery = {
  id: '0de1e7ed-0000-4000-8000-000000000002',
  event: 'object.created',
  body: '{"type":"object.created"}',
  state: 'dead',
  attempts: 9,
  last_status: 503,
  last_response: 'busy',
  last_error: null,
  created_at: '2026-01-01T00:00:00Z',
  ended_at: '2026-01-02T00:00:00Z',
}

function show(abilities: string[], webhooks: unknown[]) {
  const sent = answerWith({
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities },
    [`GET /platform/storage/${project.ref}/buckets`]: [],
    [`GET ${path}`]: webhooks,
    [`POST ${path}`]: { ...webhook, secret: 'whsec_c2VjcmV0' },
    [`GET ${path}/${webhook.id}/deliveries`]: [delivery],
    [`POST ${path}/${webhook.id}/test`]: { id: delivery.id },
    [`POST ${path}/${webhook.id}/deliveries/${delivery.id}/redeliver`]: {},
    [`POST ${path}/${webhook.id}/secret/rotate`]: { secret: 'whsec_bmV3' },
    [`DELETE ${path}/${webhook.id}`]: {},
  })
  showSignedIn(inRouter(() => <WebhooksPage projectRef={project.ref} />))
  return sent
}

const changes = (sent: { request: string }[]) =>
  sent.map(({ request }) => request).filter((text) => !text.startsWith('GET'))

it('creates a webhook and shows its signing secret once', async () => {
  const sent = show(WRITE, [])
  expect(await screen.findByText('No webhooks yet')).toBeVisible()
  const empty = within(screen.getByText('No webhooks yet').parentElement ?? document.body)
  await userEvent.click(empty.getByRole('button', { name: 'New webhook' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Search index')
  await userEvent.type(screen.getByLabelText('URL'), 'https://example.com/hook')
  await userEvent.click(screen.getByLabelText('Removed files'))
  await userEvent.click(screen.getByRole('button', { name: 'Create webhook' }))
  expect(await screen.findByText('whsec_c2VjcmV0')).toBeVisible()
  expect(sent.find(({ request }) => request === `POST ${path}`)?.body).toEqual({
    name: 'Search index',
    url: 'https://example.com/hook',
    bucket: null,
    prefix: '',
    events: ['object.created'],
    enabled: true,
  })
})

it('shows deliveries with the last response and sends one again', async () => {
  const sent = show(WRITE, [webhook])
  await userEvent.click(await screen.findByRole('button', { name: 'Search index' }))
  const log = within(await screen.findByRole('list', { name: 'Deliveries' }))
  expect(log.getByText('Failed')).toBeVisible()
  expect(log.getByText('HTTP status 503, 9 attempts')).toBeVisible()
  await userEvent.click(log.getByRole('button', { name: 'Redeliver' }))
  await userEvent.click(screen.getByRole('button', { name: 'Send test event' }))
  await vi.waitFor(() =>
    expect(changes(sent)).toEqual([
      `POST ${path}/${webhook.id}/deliveries/${delivery.id}/redeliver`,
      `POST ${path}/${webhook.id}/test`,
    ]),
  )
})

it('rotates the signing secret after a confirmation and shows the new one', async () => {
  show(WRITE, [webhook])
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Search index' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Rotate signing secret' }))
  await userEvent.click(screen.getByRole('button', { name: 'Rotate secret' }))
  expect(await screen.findByText('whsec_bmV3')).toBeVisible()
})

it('deletes a webhook after a confirmation', async () => {
  const sent = show(WRITE, [webhook])
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Search index' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete webhook' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete webhook' }))
  await vi.waitFor(() => expect(changes(sent)).toEqual([`DELETE ${path}/${webhook.id}`]))
})

it('offers no changes to a member who can only read', async () => {
  show(['storage:read'], [webhook])
  await userEvent.click(await screen.findByRole('button', { name: 'Search index' }))
  await screen.findByRole('list', { name: 'Deliveries' })
  for (const name of ['New webhook', 'Send test event', 'Redeliver'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

it('says which permission is missing', async () => {
  show([], [])
  expect(await screen.findByText(/This page shows the webhooks/)).toBeVisible()
})

it('shows in the list what happened since it was opened', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    const answers: Record<string, unknown> = {
      [`GET /platform/projects/${project.ref}`]: { ...project, abilities: WRITE },
      [`GET /platform/storage/${project.ref}/buckets`]: [],
      [`GET ${path}`]: [webhook],
    }
    answerWith(answers)
    showSignedIn(inRouter(() => <WebhooksPage projectRef={project.ref} />))
    expect(await screen.findByText('Search index')).toBeVisible()
    answers[`GET ${path}`] = [{ ...webhook, name: 'Renamed elsewhere' }]
    await vi.advanceTimersByTimeAsync(3000)
    expect(await screen.findByText('Renamed elsewhere')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

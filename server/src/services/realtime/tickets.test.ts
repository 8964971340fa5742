import { mountRoutes } from '../../lib/http.ts'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createTestProject } from '../../../test/project.ts'
import { systemClock } from '../../lib/clock.ts'
import type { MemberAction } from '../../project/service.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { createRealtime } from './index.ts'
import { realtimeDeps } from '../../../test/realtime/app.ts'
import { createTickets } from './tickets.ts'

function setUp() {
  let time = Date.parse('2026-03-01T12:00:00Z')
  const tickets = createTickets({
    clock: { now: () => new Date(time) },
    box: createSecretBox(Buffer.alloc(32, 1), 'realtime-tickets'),
  })
  return { tickets, pass: (seconds: number) => (time += seconds * 1000) }
}
const caller = { role: 'authenticated', claims: { sub: 'ann' }, claimsJson: '{"sub":"ann"}' }

it('accepts a ticket for an hour, and only for its project', () => {
  const { tickets, pass } = setUp()
  const { ticket } = tickets.issue('garden', caller)
  const found = tickets.callerOf('garden', ticket)
  expect(found).toMatchObject({ role: 'authenticated', claims: { sub: 'ann' } })
  expect(found?.claims['exp']).toBe(Date.parse('2026-03-01T13:00:00Z') / 1000)
  expect(tickets.callerOf('other', ticket)).toBeUndefined()
  pass(3600)
  expect(tickets.callerOf('garden', ticket)).toBeUndefined()
})

it('rejects tickets that were changed or forged', () => {
  const { tickets } = setUp()
  const { ticket } = tickets.issue('garden', caller)
  const other = createTickets({
    clock: systemClock,
    box: createSecretBox(Buffer.alloc(32, 2), 'realtime-tickets'),
  })
  for (const forged of [
    ticket.slice(0, -2),
    `${ticket}AAAA`,
    'stoa_ticket_',
    'stoa_ticket_1',
    other.issue('garden', caller).ticket,
  ])
    expect(tickets.callerOf('garden', forged)).toBeUndefined()
})

it('records in the audit log which user a member gets a ticket for', async () => {
  const { project, stop } = await createTestProject()
  const audited: MemberAction[] = []
  const app = Fastify()
  app.decorateRequest('project')
  app.addHook('onRequest', async (request) => {
    request.project = project
    request.recordAudit = async (action) => void audited.push(action)
  })
  for (const { routes } of createRealtime(realtimeDeps()).memberDoors ?? [])
    mountRoutes(app, routes)
  const { statusCode } = await app.inject({
    method: 'POST',
    url: `/platform/realtime/${project.ref}/tickets`,
    payload: { role: 'service_role' },
  })
  expect(statusCode).toBe(200)
  expect(audited).toEqual([
    {
      action: 'realtime_ticket.create',
      target: 'service_role',
      metadata: { role: 'service_role' },
    },
  ])
  await app.close()
  await stop()
})

import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createTestProject } from '../../../test/project.ts'
import { systemClock } from '../../lib/clock.ts'
import type { MemberAction } from '../../project/service.ts'
import { createRealtime } from './index.ts'
import { createTickets } from './tickets.ts'

function setUp() {
  let time = Date.parse('2026-03-01T12:00:00Z')
  let ids = 0
  const tickets = createTickets({
    clock: { now: () => new Date(time) },
    newId: () => `${(ids += 1)}`,
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

it('keeps the newest tickets of a project', () => {
  const { tickets } = setUp()
  const issued = Array.from({ length: 101 }, () => tickets.issue('garden', caller).ticket)
  expect(issued.filter((ticket) => tickets.callerOf('garden', ticket) === undefined)).toEqual([
    issued[0],
  ])
})

it('records in the audit log who a member gets a ticket for', async () => {
  const { project, stop } = await createTestProject()
  const audited: MemberAction[] = []
  const app = Fastify()
  app.decorateRequest('project')
  app.addHook('onRequest', async (request) => {
    request.project = project
    request.recordAudit = async (action) => void audited.push(action)
  })
  for (const { routes } of createRealtime({ clock: systemClock }).memberDoors ?? [])
    await routes(app)
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

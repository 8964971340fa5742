import { expect, it } from 'vitest'
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

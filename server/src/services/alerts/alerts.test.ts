import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createAlertsApp, type AlertsApp } from '../../../test/alerts/app.ts'
import { webhookKey, webhookSignature } from '../../lib/webhooks.ts'

let app: AlertsApp

beforeAll(async () => {
  app = await createAlertsApp()
})
afterAll(() => app.stop())
beforeEach(() => {
  app.setRunning(true)
  app.receiver.status = 200
  app.receiver.received.length = 0
  app.mails.length = 0
  for (const metric of ['cpu_percent', 'gateway.requests', 'connections'] as const)
    delete app.values[metric]
})

const CPU = {
  kind: 'metric',
  metric: 'cpu_percent',
  percent_of: null,
  comparison: 'above',
  threshold: 80,
}
const ruleOf = (change: object = {}) => ({
  name: 'CPU',
  condition: CPU,
  minutes: 1,
  severity: 'warning',
  enabled: true,
  notifies_owners: false,
  channel_ids: [],
  repeat_minutes: null,
  ...change,
})
const channelOf = (target: object, change: object = {}) => ({
  name: 'Team',
  enabled: true,
  quiet_hours: null,
  target,
  ...change,
})
const added = async (path: string, body: object) => {
  const { status, body: answer } = await app.call('POST', path, body)
  expect([status, answer.code]).toEqual([201, undefined])
  return answer
}
const webhook = async (change: object = {}) =>
  added('channels', channelOf({ kind: 'webhook', url: app.receiver.url }, change))
const stateOf = async (id: string) =>
  (await app.call('GET', 'rules')).body.find((rule: { id: string }) => rule.id === id)
const remove = async (path: string) => expect((await app.call('DELETE', path)).status).toBe(200)

it('gives every project its first rules once, which stay deleted', async () => {
  const { body: rules } = await app.call('GET', 'rules')
  expect(rules.map(({ name }: { name: string }) => name)).toEqual([
    'Disk space',
    'Server errors',
    'Connection limit',
    'Backups',
    'Rule or query cannot run',
  ])
  await remove(`rules/${rules[0].id}`)
  await app.minute()
  expect((await app.call('GET', 'rules')).body).toHaveLength(4)
  expect(app.audited.at(-1)).toEqual({ action: 'alert.delete', target: 'Disk space' })
})

it('sends a signed message when a rule fires, and another when it resolves', async () => {
  const { channel, secret } = await webhook()
  expect(channel.target).toEqual({ kind: 'webhook', host: new URL(app.receiver.url).host })
  const rule = await added('rules', ruleOf({ minutes: 2, channel_ids: [channel.id] }))
  app.values.cpu_percent = [93]
  await app.minute()
  expect(await stateOf(rule.id)).toMatchObject({ state: 'pending', value: 93 })
  expect(app.receiver.received).toEqual([])
  await app.minute()
  expect(await stateOf(rule.id)).toMatchObject({ state: 'firing' })
  const [{ headers, body } = { headers: {}, body: '' }] = app.receiver.received
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  expect(headers['webhook-signature']).toBe(webhookSignature(webhookKey(secret), content))
  expect(JSON.parse(body)).toMatchObject({
    type: 'alerts.changed',
    data: {
      subject: 'Firing: CPU',
      alerts: [{ kind: 'firing', detail: 'CPU above 80% for 2 minutes (now 93%)' }],
    },
  })
  app.values.cpu_percent = [12]
  await app.minute()
  await app.minute()
  expect(app.receiver.received).toHaveLength(2)
  const { body: events } = await app.call('GET', `events?rule=${rule.id}`)
  expect(events.map(({ kind }: { kind: string }) => kind)).toEqual([
    'resolved',
    'firing',
    'created',
  ])
  expect(events[2].actor).toBe(app.owner.email)
  await remove(`rules/${rule.id}`)
  await remove(`channels/${channel.id}`)
})

it('sends one message for all rules that fire in the same minute', async () => {
  const { channel } = await webhook()
  const ids = [channel.id]
  const first = await added('rules', ruleOf({ name: 'One', channel_ids: ids }))
  const second = await added('rules', ruleOf({ name: 'Two', channel_ids: ids }))
  app.values.cpu_percent = [99]
  await app.minute()
  expect(app.receiver.received.map(({ body }) => JSON.parse(body).data.subject)).toEqual([
    '2 alerts firing',
  ])
  for (const { id } of [first, second]) await remove(`rules/${id}`)
  await remove(`channels/${channel.id}`)
})

it('repeats a message that was not accepted, with the same id, and shows the error', async () => {
  const { channel } = await webhook()
  const rule = await added('rules', ruleOf({ channel_ids: [channel.id] }))
  app.receiver.status = 500
  app.values.cpu_percent = [99]
  await app.minute()
  const { body: failed } = await app.call('GET', `channels/${channel.id}/messages`)
  expect(failed).toMatchObject([{ state: 'pending', attempts: 1 }])
  expect(failed[0].last_error).toBe('The receiver responded with 500: received')
  app.receiver.status = 200
  await app.minute()
  await app.minute()
  const ids = app.receiver.received.map(({ headers }) => headers['webhook-id'])
  expect(ids).toEqual([failed[0].id, failed[0].id])
  expect((await app.call('GET', 'channels')).body).toMatchObject([
    { last_message: { state: 'sent', attempts: 2, last_error: null } },
  ])
  await remove(`rules/${rule.id}`)
  await remove(`channels/${channel.id}`)
})

it('sends a message whose first attempt was interrupted', async () => {
  const { channel } = await webhook()
  const rule = await added('rules', ruleOf({ channel_ids: [channel.id] }))
  const { messages } = app.test.platform.alertRecords
  const { ref } = app.project
  app.receiver.status = 500
  app.values.cpu_percent = [99]
  await app.minute()
  // The process ends after the attempt was stored and before its result was.
  const now = new Date(app.test.clock.at.getTime() + 60_000)
  const [due] = await messages.due(ref, now, 1)
  if (!due) throw new Error('No message is due')
  expect(await messages.claim(ref, due, new Date(now.getTime() + 60_000))).toBe(true)
  expect(await messages.claim(ref, due, new Date(now.getTime() + 60_000))).toBe(false)
  app.receiver.status = 200
  await app.minute()
  await app.minute()
  expect(await messages.list(ref, channel.id, 9)).toMatchObject([{ state: 'sent', attempts: 3 }])
  await remove(`rules/${rule.id}`)
  await remove(`channels/${channel.id}`)
})

it('keeps a change that somebody made during a check', async () => {
  const rule = await added('rules', ruleOf())
  const { rules } = app.test.platform.alertRecords
  const { ref } = app.project
  const seen = (await rules.list(ref)).find(({ id }) => id === rule.id)
  if (!seen) throw new Error('The rule is missing')
  await app.call('PATCH', `rules/${rule.id}`, { name: 'Load' })
  const status = { ...seen, state: 'firing' as const }
  await rules.save(ref, {
    updates: [{ id: seen.id, version: seen.version, status, events: [] }],
    messagesFor: (updated) => {
      expect([...updated]).toEqual([])
      return []
    },
  })
  expect(await stateOf(rule.id)).toMatchObject({ name: 'Load', state: 'ok' })
  await remove(`rules/${rule.id}`)
})

it('does not evaluate a sleeping project, unless an absence counts sleep', async () => {
  const absence = (when_asleep: boolean) => ({
    kind: 'absence',
    metric: 'gateway.requests',
    when_asleep,
  })
  const awake = await added('rules', ruleOf({ condition: absence(false) }))
  const always = await added('rules', ruleOf({ condition: absence(true) }))
  app.values['gateway.requests'] = [4]
  await app.minute()
  expect(await stateOf(awake.id)).toMatchObject({ state: 'ok', value: 4 })
  app.setRunning(false)
  await app.minute()
  expect(await stateOf(awake.id)).toMatchObject({ state: 'ok', unevaluated: 'asleep' })
  expect(await stateOf(always.id)).toMatchObject({ state: 'firing', unevaluated: null })
  app.setRunning(true)
  app.values['gateway.requests'] = [0, 0]
  await app.minute()
  expect(await stateOf(awake.id)).toMatchObject({ state: 'firing', value: 0 })
  for (const { id } of [awake, always]) await remove(`rules/${id}`)
})

it('fires for late backups while the project runs, and says nothing where it is not backed up', async () => {
  const rule = await added('rules', ruleOf({ condition: { kind: 'backup' } }))
  for (const [isFailing, shown] of [
    [undefined, { state: 'ok', unevaluated: 'no_data' }],
    [false, { state: 'ok', unevaluated: null }],
    [true, { state: 'firing' }],
  ] as const) {
    app.backups.isFailing = isFailing
    await app.minute()
    expect(await stateOf(rule.id)).toMatchObject(shown)
  }
  app.setRunning(false)
  await app.minute()
  expect(await stateOf(rule.id)).toMatchObject({ state: 'firing', unevaluated: 'asleep' })
  app.setRunning(true)
  app.backups.isFailing = false
  await app.minute()
  await remove(`rules/${rule.id}`)
})

it('compares a metric as a percentage of another, and a minute without either is no error', async () => {
  const condition = { ...CPU, metric: 'connections', percent_of: 'gateway.requests', threshold: 50 }
  const rule = await added('rules', ruleOf({ condition }))
  app.values.connections = [6]
  app.values['gateway.requests'] = [10]
  await app.minute()
  expect(await stateOf(rule.id)).toMatchObject({ state: 'firing', value: 60 })
  app.values['gateway.requests'] = [0]
  await app.minute()
  expect(await stateOf(rule.id)).toMatchObject({ state: 'resolved', value: 0 })
  app.values.connections = [null]
  await app.minute()
  expect(await stateOf(rule.id)).toMatchObject({ unevaluated: 'no_data' })
  await remove(`rules/${rule.id}`)
})

it('notifies owners in the dashboard while no mail server is configured', async () => {
  const rule = await added('rules', ruleOf({ name: 'Owners', notifies_owners: true }))
  app.values.cpu_percent = [99]
  await app.minute()
  const { body } = await app.test.call({
    method: 'GET',
    url: '/platform/notifications',
    as: app.owner,
  })
  const { notifications } = JSON.parse(body)
  expect(notifications[0]).toMatchObject({
    kind: 'alert_firing',
    title: expect.stringMatching(/^Firing: Owners/),
    link: `/project/${app.project.ref}/alerts`,
  })
  expect(app.mails).toEqual([])
  await remove(`rules/${rule.id}`)
})

it('mails members only, also when they leave later', async () => {
  const stranger = await app.call(
    'POST',
    'channels',
    channelOf({ kind: 'mail', recipients: ['stranger@example.com'] }),
  )
  expect([stranger.status, stranger.body.code]).toEqual([422, 'alert_recipient_unknown'])
  const target = { kind: 'mail', recipients: [app.owner.email] }
  const { channel, secret } = await added('channels', channelOf(target))
  expect(secret).toBeNull()
  const { body: message } = await app.call('POST', `channels/${channel.id}/test`)
  expect(message).toMatchObject({ state: 'sent', attempts: 1 })
  expect(app.mails).toMatchObject([{ to: app.owner.email, projectRef: app.project.ref }])
  const again = await app.call('POST', `channels/${channel.id}/test`)
  expect([again.status, again.body.code]).toEqual([429, 'alert_test_too_soon'])
  await remove(`channels/${channel.id}`)
})

it('sends chats their own format, and holds messages during quiet hours', async () => {
  const quiet_hours = { from: '00:00', to: '23:59', time_zone: 'UTC' }
  const target = { kind: 'chat', format: 'slack', url: `${app.receiver.url}/secret-token` }
  const { channel } = await added('channels', channelOf(target, { quiet_hours }))
  const rule = await added('rules', ruleOf({ channel_ids: [channel.id] }))
  app.values.cpu_percent = [99]
  await app.minute()
  app.values.cpu_percent = [9]
  await app.minute()
  expect(app.receiver.received).toEqual([])
  const { body: shown } = await app.call('GET', 'channels')
  expect(JSON.stringify(shown)).not.toContain('secret-token')
  app.test.clock.at = new Date(Date.UTC(2026, 2, 1, 23, 58, 30))
  await app.minute()
  expect(app.receiver.received.map(({ body }) => JSON.parse(body).text)).toEqual([
    expect.stringMatching(/^1 alert firing, 1 resolved \(.+\)\n• Firing: CPU/),
  ])
  await remove(`rules/${rule.id}`)
  await remove(`channels/${channel.id}`)
})

it('snoozes a rule for a time, and says who did', async () => {
  const rule = await added('rules', ruleOf())
  const until = new Date(app.test.clock.at.getTime() + 3_600_000).toISOString()
  const { body } = await app.call('POST', `rules/${rule.id}/snooze`, { until })
  expect(body.snoozed_until).toBe(until)
  const late = { until: '2030-01-01T00:00:00Z' }
  expect((await app.call('POST', `rules/${rule.id}/snooze`, late)).body.code).toBe(
    'alert_snooze_invalid',
  )
  const { body: events } = await app.call('GET', `events?rule=${rule.id}`)
  expect(events[0]).toMatchObject({ kind: 'snoozed', actor: app.owner.email })
  await remove(`rules/${rule.id}`)
})

it.each([
  ['a channel', { channel_ids: ['6f1ed002-ab5c-4c11-b1d5-a0c64ea3ad81'] }, 'alert_channel_missing'],
  [
    'a query',
    { condition: { kind: 'query_absence', query_id: '6f1ed002-ab5c-4c11-b1d5-a0c64ea3ad81' } },
    'alert_query_missing',
  ],
])('refuses a rule with %s of another project', async (_part, change, code) => {
  const { status, body } = await app.call('POST', 'rules', ruleOf(change))
  expect([status, body.code]).toEqual([422, code])
})

import { describeCondition, valueText } from '@stoa/contract/services/alerts/describe'
import { expect, it } from 'vitest'
import { chatBody } from './chat-body.ts'
import { toCsv } from './csv.ts'
import { DEFAULT_RULES } from './default-rules.ts'
import { mailOf } from './mail.ts'
import { sendTime } from './quiet-hours.ts'

const noQuery = () => undefined

it('describes the rules of every project', () => {
  expect(DEFAULT_RULES.map(({ condition }) => describeCondition(condition, noQuery))).toEqual([
    'Disk space above 6.87 GB',
    'Responses with status 5xx above 5% of Requests',
    'Connections above 80% of Connection limit',
    'Backups are late or fail',
    'A rule or scheduled query cannot run',
  ])
})

it('writes values in the unit of their metric', () => {
  const of = (metric: 'cpu_percent' | 'auth.latency_p95' | 'disk_read_bytes') =>
    ({ kind: 'metric', metric, percent_of: null, comparison: 'above', threshold: 1 }) as const
  expect(valueText(of('cpu_percent'), 93.126)).toBe('93.13%')
  expect(valueText(of('auth.latency_p95'), 1200)).toBe('1200 ms')
  expect(valueText(of('disk_read_bytes'), 2_500_000)).toBe('2.5 MB/s')
})

const NIGHT = { from: '22:00', to: '07:00', time_zone: 'Europe/Berlin' }

it.each([
  ['in the evening', '2026-03-01T21:30:00Z', '2026-03-02T06:00:00.000Z'],
  ['after midnight', '2026-03-02T02:15:30Z', '2026-03-02T06:00:00.000Z'],
  ['before they begin', '2026-03-01T20:59:00Z', '2026-03-01T20:59:00.000Z'],
  ['at their end', '2026-03-02T06:00:00Z', '2026-03-02T06:00:00.000Z'],
  ['while the clocks go forward', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
  ['while the clocks go back', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
])('holds messages until the end of the quiet hours: %s', (_when, now, expected) => {
  expect(sendTime(NIGHT, new Date(now)).toISOString()).toBe(expected)
})

const MESSAGE = {
  title: 'Firing: <!channel> & CPU (Shop)',
  lines: ['Firing: CPU – CPU above 80%'],
  link: 'https://stoa.example.com/project/abc/alerts',
}

it('lets no name mention people in a chat', () => {
  expect(JSON.parse(chatBody('slack', MESSAGE)).text).toMatch(/^Firing: &lt;!channel&gt; &amp; CPU/)
  expect(JSON.parse(chatBody('discord', MESSAGE))).toMatchObject({
    content: expect.stringContaining('CPU above 80%'),
    allowed_mentions: { parse: [] },
  })
  expect(JSON.parse(chatBody('teams', MESSAGE)).attachments[0].content.body[0].text).toBe(
    MESSAGE.title,
  )
})

it('keeps a long message within the limit of the chats', () => {
  const lines = Array.from({ length: 20 }, () => 'x'.repeat(500))
  expect(JSON.parse(chatBody('discord', { ...MESSAGE, lines })).content.length).toBeLessThan(2000)
})

it('escapes names in a mail, and keeps its subject in one line', () => {
  const mail = mailOf({ ...MESSAGE, title: 'a\r\nBcc: b <i>' }, { kind: 'test' })
  expect(mail.subject).toBe('a Bcc: b <i>')
  expect(mail.html).toContain('Bcc: b &lt;i&gt;')
})

it('writes a result as CSV that a spreadsheet does not run', () => {
  const rows = [
    ['=1+1', '-5.5'],
    ['a "b"', null],
    ['x\ny', '@sum'],
  ]
  expect(toCsv(['name', 'n'], rows)).toBe(`name,n\r\n'=1+1,-5.5\r\n"a ""b""",\r\n"x\ny",'@sum`)
})

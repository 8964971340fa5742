import { expect, it } from 'vitest'
import { decodeBinary, decodeText, encodeText, encodeUserBroadcast } from './frames.ts'

const head = { joinRef: '1', ref: null, topic: 'realtime:"ä"', event: 'e' }

it.each(['1.0.0', '2.0.0'] as const)('reads what it writes in version %s', (version) => {
  const { data, binary } = encodeText(version, head, '{"x":[1,"2"]}')
  expect(binary).toBe(false)
  expect(decodeText(version, data.toString())).toEqual({ ...head, payload: { x: [1, '2'] } })
})

it('accepts references that are numbers, and a payload that is absent', () => {
  expect(decodeText('1.0.0', '{"topic":"t","event":"e","ref":7}')).toEqual({
    joinRef: null,
    ref: '7',
    topic: 't',
    event: 'e',
    payload: {},
  })
})

it('reads a binary push', () => {
  const frame = Buffer.concat([
    Buffer.from([3, 1, 2, 3, 2, 1, 0]),
    Buffer.from('112topevm'),
    Buffer.from([255]),
  ])
  expect(decodeBinary(frame)).toEqual({
    joinRef: '1',
    ref: '12',
    topic: 'top',
    event: 'broadcast',
    payload: undefined,
    userBroadcast: { event: 'ev', encoding: 'binary', body: Buffer.from([255]) },
  })
})

it('sends a name that is too long for a binary frame in a text frame', () => {
  const event = 'e'.repeat(300)
  const broadcast = { event, encoding: 'json', body: Buffer.from('{"a":1}') } as const
  const frame = encodeUserBroadcast('2.0.0', 't', broadcast)
  expect(decodeText('2.0.0', frame?.data.toString() ?? '')?.payload).toEqual({
    type: 'broadcast',
    event,
    payload: { a: 1 },
  })
})

import type { RunEvent } from '@stoa/contract/services/meta/query-stream'
import { expect, it } from 'vitest'
import { readRun } from './query-stream.ts'

const columns = [{ name: 'n', type: 'integer' }]
const events: RunEvent[] = [
  { kind: 'result', result: 1, columns },
  { kind: 'rows', result: 1, rows: [['1'], ['ä']] },
  { kind: 'rows', result: 1, rows: [[null]] },
]
const done: RunEvent = {
  kind: 'done',
  answer: {
    results: [
      { command: 'SET', columns: [], rows: [], row_count: null, is_limited: false },
      { command: 'SELECT', columns, rows: [], row_count: 3, is_limited: false },
    ],
    commands: [],
    notices: [],
    ended: 'committed',
    duration_ms: 1,
  },
}

/** The lines in chunks of a few bytes, which also cut characters. */
function chunksOf(lines: readonly RunEvent[]): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + 7))
      at += 7
      return undefined
    },
  })
}

it('reads a run whose lines arrive in pieces, and reports the rows as they come', async () => {
  const counts: (number | undefined)[] = []
  const answer = await readRun(chunksOf([...events, done]), (results) =>
    counts.push(results[1]?.rows.length),
  )
  expect(counts).toEqual([0, 2, 3])
  expect(answer.results[1]?.rows).toEqual([['1'], ['ä'], [null]])
  expect(answer.results[0]?.rows).toEqual([])
})

it('throws the error of the last line', async () => {
  const failed: RunEvent = {
    kind: 'failed',
    error: {
      status: 409,
      code: 'query_cancelled',
      message: 'Canceled',
      details: { statements: 1 },
    },
  }
  await expect(readRun(chunksOf([...events, failed]), () => {})).rejects.toMatchObject({
    errorCode: 'query_cancelled',
    code: 409,
    details: { statements: 1 },
  })
})

it('does not take a run without its last line for a whole one', async () => {
  await expect(readRun(chunksOf(events), () => {})).rejects.toThrow('connection was lost')
})

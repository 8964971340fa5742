import { expect, it } from 'vitest'
import { ApiError } from '../../../client/api-error.ts'
import { sendResumed } from './send-resumed.ts'

const lost = new ApiError('Lost', { code: 0 })
const refused = (errorCode: string) => new ApiError('Refused', { code: 409, errorCode })

/** Sends a file with these results of its attempts, and these answers of the server between them. */
async function send(attempts: readonly (Error | undefined)[], answers: readonly unknown[]) {
  const offsets: number[] = []
  const waits: number[] = []
  const failures = [...attempts]
  const replies = [...answers]
  const result = await sendResumed({
    async send(offset) {
      offsets.push(offset)
      const failure = failures.length > 0 ? failures.shift() : lost
      if (failure) throw failure
    },
    async received() {
      const reply = replies.length > 0 ? replies.shift() : lost
      if (reply instanceof Error) throw reply
      return reply as number | undefined
    },
    wait: async (ms) => void waits.push(ms),
  }).catch((error: unknown) => error)
  return { result, offsets, waits }
}

it('continues where the server has stopped, once it is reachable again', async () => {
  expect(await send([lost, undefined], [lost, 700])).toEqual({
    result: undefined,
    offsets: [0, 700],
    waits: [1000, 2000],
  })
})

it('waits while the server has not noticed the lost connection', async () => {
  const { offsets } = await send(
    [lost, refused('import_file_sent'), refused('import_offset_wrong'), undefined],
    [0, 500, 600],
  )
  expect(offsets).toEqual([0, 0, 500, 600])
})

it('gives up if the server refuses the file or no longer waits for it', async () => {
  const ended = refused('import_ended')
  expect(await send([ended], [])).toMatchObject({ result: ended, offsets: [0] })
  expect(await send([lost], [undefined])).toMatchObject({ result: lost, offsets: [0] })
})

it('gives up after ten minutes without the server', async () => {
  const { result, waits } = await send([lost], [])
  expect(result).toBe(lost)
  const total = waits.reduce((sum, ms) => sum + ms, 0)
  expect(total).toBeGreaterThan(500_000)
  expect(total).toBeLessThan(600_000)
})

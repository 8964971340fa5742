import { expect, it, vi } from 'vitest'
import { silentLog } from '../lib/log.ts'
import type { Service } from '../project/service.ts'
import { announceStop } from './announce-stop.ts'

const service = (name: string, stopping?: Service['stopping']): Service => ({
  name,
  title: name,
  ...(stopping && { stopping }),
})

it('waits for every service, and for none that fails', async () => {
  const error = vi.fn<() => void>()
  const said: string[] = []
  await announceStop(
    [
      service('silent'),
      service('broken', () => {
        throw new Error('It cannot say goodbye')
      }),
      service('polite', async () => {
        await Promise.resolve()
        said.push('goodbye')
      }),
    ],
    { ...silentLog, error },
  )
  expect(said).toEqual(['goodbye'])
  expect(error).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ service: 'broken' }),
    'A service did not tell its clients that it stops.',
  )
})

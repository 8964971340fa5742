import { expect, it } from 'vitest'
import { toDiskFull } from './disk-full.ts'

it.each(['ENOSPC', 'EDQUOT', '53100'])('turns %s into 507 disk_full', (code) => {
  expect(toDiskFull(Object.assign(new Error('said by the system'), { code }))).toMatchObject({
    code: 'disk_full',
    status: 507,
    hint: expect.stringMatching(/\.$/),
  })
})

it.each(['ENOENT', '53200', undefined])('leaves %s alone', (code) => {
  expect(toDiskFull(Object.assign(new Error('said by the system'), { code }))).toBeUndefined()
})

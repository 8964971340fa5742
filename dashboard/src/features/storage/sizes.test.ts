import { expect, it } from 'vitest'
import { bucketNameProblem, typeProblem } from './buckets/bucket-problems.ts'
import { sizeInBytes, sizeParts } from './sizes.ts'

it.each([
  [null, '', 'MB'],
  [1, '1', 'bytes'],
  [1024, '1', 'kB'],
  [1536, '1.5', 'kB'],
  [52_428_800, '50', 'MB'],
  [52_428_801, '52428801', 'bytes'],
  [5 * 1024 ** 3, '5', 'GB'],
  [20_000_000, '20', 'MB'],
  [1_500_000, '1.5', 'MB'],
  [1_536_000, '1500', 'kB'],
] as const)('shows %s bytes as %s %s and reads it back', (bytes, text, unit) => {
  expect(sizeParts(bytes)).toEqual({ text, unit })
  expect(sizeInBytes({ text, unit }, bytes)).toBe(bytes)
})

it('reads a typed size in powers of 1024', () => {
  expect(sizeInBytes({ text: '30', unit: 'MB' }, 20_000_000)).toBe(30 * 1024 ** 2)
})

it.each(['abc', '-1', '1e9', '1.2.3'])('refuses the size %j', (text) => {
  expect(sizeInBytes({ text, unit: 'MB' })).toBeNaN()
})

it.each(['a', 'My files', 'a.b-c_d', 'x!$'])('accepts the bucket name %j', (name) => {
  expect(bucketNameProblem(name)).toBeUndefined()
})

it.each([' a', 'a ', 'a/b', 'ä', '.', '..'])('refuses the bucket name %j', (name) => {
  expect(bucketNameProblem(name)).toEqual(expect.any(String))
})

it('names the text that is no MIME type', () => {
  expect(typeProblem(['image/*', 'application/vnd.ms-excel'])).toBeUndefined()
  expect(typeProblem(['image/*', '.png'])).toContain('“.png”')
})

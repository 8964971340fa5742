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
] as const)('shows %s bytes as %s %s and reads it back', (bytes, text, unit) => {
  expect(sizeParts(bytes)).toEqual({ text, unit })
  expect(sizeInBytes({ text, unit })).toBe(bytes)
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

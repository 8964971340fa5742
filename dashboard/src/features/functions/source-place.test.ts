import { expect, it } from 'vitest'
import { sourcePlace } from './source-place.ts'

it.each([
  ['lib/greet.ts:3:7: Expected ";".', { path: 'lib/greet.ts', line: 3 }],
  ['The name is too long.', undefined],
])('finds the place of an error in %j', (message, place) => {
  expect(sourcePlace(message)).toEqual(place)
})

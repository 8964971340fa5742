import { expect, it } from 'vitest'
import { findType, readEnumValues } from './enum-type.ts'

it.each([
  ['mood', 'public.mood'],
  ['My "mood".x', 'public."My ""mood"".x"'],
  ['Größe', 'public."Größe"'],
])('finds the type %s under the name %s', (name, listed) => {
  const types = [
    { name: 'shop.mood', schema: 'shop' },
    { name: listed, schema: 'public' },
  ]
  expect(findType(types, { schema: 'public', name })?.name).toBe(listed)
})

it('reads each value of an enumerated type once, without empty lines', () => {
  expect(readEnumValues(' sad\n\nhappy \nsad')).toEqual(['sad', 'happy'])
})

import { expect, it } from 'vitest'
import { mappingText, parseMapping } from './mapping.ts'

it.each([
  ['', {}],
  ['email = mail', { email: 'mail' }],
  ['email=mail\n\n name =  profile.display name ', { email: 'mail', name: 'profile.display name' }],
])('reads %j', (text, mapping) => {
  expect(parseMapping(text)).toEqual(mapping)
  expect(parseMapping(mappingText(mapping))).toEqual(mapping)
})

it.each(['email', '= mail', 'email =', 'a = b\nc'])('rejects %j', (text) => {
  expect(parseMapping(text)).toBeUndefined()
})

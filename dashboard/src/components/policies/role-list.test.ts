import { expect, it } from 'vitest'
import { formatRoles, parseRoles } from './role-list.ts'

it.each([
  ['anon, authenticated', ['anon', 'authenticated']],
  ['anon,,\n public ,anon', ['anon', 'public']],
  ['"a, b", c', ['a, b', 'c']],
  ['"it""s", "x', ['it"s', '"x']],
  ['  ', []],
])('splits %j into roles', (text, roles) => {
  expect(parseRoles(text)).toEqual(roles)
})

it.each([[['anon']], [['a, b', 'c']], [['say "x"', ' space ', "it's", 'ä\nö', 'a.b']]])(
  'writes %j so that it is read again',
  (roles) => {
    expect(parseRoles(formatRoles(roles))).toEqual(roles)
  },
)

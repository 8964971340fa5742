import { expect, it } from 'vitest'
import { compileGlob } from './glob.ts'

it.each([
  ['', '', true],
  ['', 'a', false],
  ['a', 'a', true],
  ['a', '', false],
  ['a.c', 'abc', false],
  ['[ab]', 'a', false],
  ['[ab]', '[ab]', true],
  ['?', 'a', true],
  ['?', '', false],
  ['?', '.', false],
  ['?', '/', false],
  ['*', '', true],
  ['*', 'abc', true],
  ['*', 'a.c', false],
  ['*', 'a/c', false],
  ['**', 'a.b/c', true],
  ['**', '', true],
  ['***', 'a.b/c', true],
  ['*.*', 'a.b', true],
  ['*.*', 'a.b.c', false],
  ['a*c', 'abcbc', true],
  ['a*c', 'abcb', false],
  ['**.c*', 'a.b.cd', true],
  ['**.c*', 'a.cb/cd', false],
  ['**/x/*', 'a/x/y/x/z', true],
  ['**/x/*', 'a/x/y/x/z/w', false],
  ['https://*.example.com/**', 'https://a.example.com/b/c', true],
  ['https://*.example.com/**', 'https://a.b.example.com/c', false],
  ['a\nb', 'a\nb', true],
  ['a**', 'a\nb', true],
])('decides whether %j matches %j: %s', (pattern, text, matches) => {
  expect(compileGlob(pattern)(text)).toBe(matches)
})

it.each([31, 32, 33, 63, 64, 65, 200])('matches a pattern of %i characters', (length) => {
  const text = 'ab'.repeat(length).slice(0, length)
  for (const matches of [compileGlob(text), compileGlob(`**${text.slice(1)}`)]) {
    expect(matches(text)).toBe(true)
    expect(matches(`${text}a`)).toBe(false)
    expect(matches(`${text.slice(0, -1)}x`)).toBe(false)
  }
})

// A backtracking matcher would take longer than the age of the universe for each of these.
it.each(['**a', '*a', '?*a', '**a*', 'a**?'])('matches %s repeated at once', (part) => {
  const text = 'a'.repeat(20_000)
  const matches = compileGlob(`${part.repeat(80)}b`)
  expect(matches(text)).toBe(false)
  expect(matches(`${text}b`)).toBe(true)
})

import { expect, it } from 'vitest'
import { parseEnv } from './parse-env.ts'
import { sourcePlace } from './source-place.ts'

it.each([
  ['lib/greet.ts:3:7: Expected ";".', { path: 'lib/greet.ts', line: 3 }],
  ['The name is too long.', undefined],
])('finds the place of an error in %j', (message, place) => {
  expect(sourcePlace(message)).toEqual(place)
})

it.each([
  [
    'A=1\n\n# note\nexport B = two words ',
    [
      ['A', '1'],
      ['B', 'two words'],
    ],
  ],
  [
    'A="x=y"\nB=\'q\'\nC=',
    [
      ['A', 'x=y'],
      ['B', 'q'],
      ['C', ''],
    ],
  ],
  [
    'A="line\\nnext"\nB=\'a\\nb\'\nC=x # note',
    [
      ['A', 'line\nnext'],
      ['B', 'a\\nb'],
      ['C', 'x'],
    ],
  ],
  ['A=1\nA=2', [['A', '2']]],
])('reads the variables of %j', (text, pairs) => {
  expect(parseEnv(text)).toEqual({
    secrets: pairs.map(([name, value]) => ({ name, value })),
    problem: undefined,
  })
})

it('names the first line that is not a variable', () => {
  expect(parseEnv('A=1\nnonsense').problem).toBe('Line 2 is not NAME=value.')
})

import { expect, it } from 'vitest'
import { parseEnv } from './parse-env.ts'

it.each([
  ['A=1\n\n# note\nexport B = two words ', { A: '1', B: 'two words' }],
  [`A="x=y"\nB='q'\nC=`, { A: 'x=y', B: 'q', C: '' }],
  [String.raw`A="line\nnext"` + `\nB='a\\nb'\nC=x # note`, { A: 'line\nnext', B: 'a\\nb', C: 'x' }],
  ['A=1\nA=2', { A: '2' }],
  ['  # Windows\r\nA=1\r\n\r\nB=2\r\n', { A: '1', B: '2' }],
  ['URL=https://example.com/#part\nNONE=#note', { URL: 'https://example.com/#part', NONE: '' }],
  [
    'KEY="-----BEGIN KEY-----\nabc=\n-----END KEY-----" # note\nB=2',
    { KEY: '-----BEGIN KEY-----\nabc=\n-----END KEY-----', B: '2' },
  ],
  [
    String.raw`A="a \"quoted\" word"` + '\nB=`back\ntick`',
    { A: 'a "quoted" word', B: 'back\ntick' },
  ],
  ['A="one" two\nJSON={"a":"b"}', { A: '"one" two', JSON: '{"a":"b"}' }],
])('reads the variables of %j', (text, values) => {
  expect(parseEnv(text)).toEqual({
    secrets: Object.entries(values).map(([name, value]) => ({ name, value })),
    problem: undefined,
  })
})

it.each([
  ['A=1\nnonsense', 'Line 2 is not NAME=value.'],
  ['A="1\n2"\nnonsense', 'Line 3 is not NAME=value.'],
  ['A=1\nB="begins\nC=3', 'Line 2 begins a quoted value that does not end.'],
])('names the first line of %j that cannot be read', (text, problem) => {
  expect(parseEnv(text)).toEqual({ secrets: [], problem })
})

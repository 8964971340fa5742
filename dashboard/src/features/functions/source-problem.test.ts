import { expect, it } from 'vitest'
import { sourceProblem } from './source-problem.ts'

it.each([
  [
    'lib/greet.ts:3:7: Expected ";".',
    { path: 'lib/greet.ts', line: 3, column: 7, message: 'Expected ";".' },
  ],
  ['The name is too long.', undefined],
])('finds the place of an error in %j', (message, problem) => {
  expect(sourceProblem(message)).toEqual(problem)
})

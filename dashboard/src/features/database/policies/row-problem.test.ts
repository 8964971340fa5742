import { expect, it } from 'vitest'
import { rowProblem } from './row-problem.ts'

it('accepts only an object as a row', () => {
  expect(rowProblem('{"id": 1}')).toBe(undefined)
  for (const text of ['', '[]', 'null', '{']) expect(rowProblem(text)).toMatch(/JSON object/)
})

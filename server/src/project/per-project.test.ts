import { expect, it } from 'vitest'
import { perProject } from './per-project.ts'
import type { Project } from './project.ts'

const projectOf = (ref: string) => ({ ref }) as Project

it('creates one value for each project, and another one after it was dropped', () => {
  const valueOf = perProject(({ ref }) => ({ ref }))
  const [one, two] = [projectOf('one'), projectOf('two')]
  expect(valueOf.existing(one)).toBeUndefined()
  const first = valueOf(one)
  expect(first).toEqual({ ref: 'one' })
  expect(valueOf(one)).toBe(first)
  expect(valueOf.existing(one)).toBe(first)
  expect(valueOf(two)).toEqual({ ref: 'two' })
  expect(valueOf.drop(one)).toBe(first)
  expect(valueOf.drop(one)).toBeUndefined()
  expect(valueOf(one)).not.toBe(first)
})

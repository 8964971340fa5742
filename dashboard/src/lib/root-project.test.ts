import { expect, it } from 'vitest'
import { rootProject } from './root-project.ts'

const projects = [
  { ref: 'shop', parent_project_ref: null },
  { ref: 'preview', parent_project_ref: 'shop' },
  { ref: 'nested', parent_project_ref: 'preview' },
  { ref: 'ring', parent_project_ref: 'ring' },
]

it.each([
  ['shop', 'shop'],
  ['preview', 'shop'],
  ['nested', 'shop'],
  ['ring', 'ring'],
  ['unlisted', 'unlisted'],
])('finds the project of %s', (ref, root) => {
  expect(rootProject(projects, ref)).toBe(root)
})

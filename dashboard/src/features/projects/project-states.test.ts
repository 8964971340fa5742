import { ProjectStatus } from '@stoa/contract/platform/projects'
import { expect, it } from 'vitest'
import { databaseVersion } from './database-version.ts'
import { isUsable, stateWords } from './project-states.ts'

it('has a text for every status in which the database is unavailable', () => {
  const wordless = ProjectStatus.options.filter(
    (status) => !isUsable(status) && !stateWords(status),
  )
  // A removed project counts as nonexistent, so its pages redirect instead.
  expect(wordless).toEqual(['REMOVED'])
})

it('offers an action in every failed or paused state', () => {
  const stuck = ProjectStatus.options.filter((status) => /FAILED|INACTIVE/.test(status))
  expect(stuck.map((status) => stateWords(status)?.wayOut?.transition)).toEqual([
    'resume',
    'retry',
    'retry',
    'retry',
  ])
})

// SPEC: "A database version number is parsed from a name beginning supabase-postgres-."
it('parses the version number from a name beginning supabase-postgres-', () => {
  expect(databaseVersion('supabase-postgres-18.4')).toBe('18.4')
  expect(databaseVersion('17.2')).toBe('17.2')
})

import { ProjectStatus } from '@stoa/contract/platform/projects'
import { expect, it } from 'vitest'
import { authSettingsProblems } from './auth-settings-problems.ts'
import { changeSummary } from './change-summary.ts'
import { databaseVersion } from './database-version.ts'
import { parseNameList } from './name-list.ts'
import { isUsable, stateWords } from './project-states.ts'

it('has words for every status in which the database does not answer', () => {
  const wordless = ProjectStatus.options.filter(
    (status) => !isUsable(status) && !stateWords(status),
  )
  // A removed project does not exist: its pages lead away.
  expect(wordless).toEqual(['REMOVED'])
})

it('offers a way out of every failed state and of a pause', () => {
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

it('reads names between commas and line ends, once each', () => {
  expect(parseNameList('public, api ,\npublic\n\nstorage')).toEqual(['public', 'api', 'storage'])
})

it('says in words what a save will change', () => {
  const names = { max_rows: 'max rows', exposed_schemas: 'exposed schemas' }
  expect(changeSummary({ max_rows: 5, exposed_schemas: [] }, names)).toBe(
    'Changes max rows and exposed schemas',
  )
})

it('names the auth settings the server would refuse', () => {
  const settings = {
    site_url: 'ftp://x',
    disable_signup: false,
    mailer_autoconfirm: false,
    jwt_exp: 29,
    password_min_length: 6.5,
    uri_allow_list: [],
    mfa_totp_enroll_enabled: true,
    mfa_totp_verify_enabled: true,
    mfa_max_enrolled_factors: 31,
  }
  expect(Object.keys(authSettingsProblems(settings, () => false))).toEqual([
    'site_url',
    'password_min_length',
    'mfa_max_enrolled_factors',
    'jwt_exp',
  ])
  const mended = { jwt_exp: 30, password_min_length: 72, mfa_max_enrolled_factors: 30 }
  expect(authSettingsProblems({ ...settings, ...mended }, () => true)).toEqual({})
})

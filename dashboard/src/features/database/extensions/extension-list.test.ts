import { EXTENSIONS } from '@stoa/contract/catalog/extensions'
import type { DatabaseExtension } from '@stoa/contract/services/meta/extensions'
import { expect, it } from 'vitest'
import {
  findExtensions,
  listedExtensions,
  missingRequirements,
  whyNotInstalled,
} from './extension-list.ts'

const extension = (name: string, fields: Partial<DatabaseExtension> = {}): DatabaseExtension => ({
  name,
  comment: null,
  default_version: '1.0',
  installed_version: null,
  id: null,
  schema: null,
  fixed_schema: null,
  requires: [],
  can_install: true,
  can_change: false,
  ...fields,
})
const found = [
  extension('dblink', { can_install: false }),
  extension('earthdistance', { requires: ['cube'] }),
  extension('cube'),
  extension('hstore', { installed_version: '1.0' }),
]
const listed = listedExtensions(found, EXTENSIONS)

it('lists installed extensions first and those that the server lacks last', () => {
  expect(listed.slice(0, 9).map(({ name }) => name)).toEqual([
    'hstore',
    'pg_cron',
    'pg_net',
    'pgmq',
    'plpgsql',
    'supabase_vault',
    'cube',
    'earthdistance',
    'dblink',
  ])
  expect(listed.at(-1)?.found).toBeUndefined()
})

it('explains why an extension cannot be installed', () => {
  const reason = (name: string) => {
    const one = listed.find((each) => each.name === name)
    return one && whyNotInstalled(one)
  }
  expect(reason('cube')).toBeUndefined()
  expect(reason('dblink')).toMatch(/superuser/)
  expect(reason('postgis')).toMatch(/files are not installed.+postgresql-<version>-postgis-3/)
  expect(reason('pg_hashids')).toMatch(/“stoa extension add”/)
  expect(reason('pg_cron')).toMatch(/in the schema cron/)
  expect(reason('timescaledb')).toMatch(/no longer support it/)
})

it('names the required extensions that are missing', () => {
  const [, earthdistance] = found
  expect(earthdistance && missingRequirements(earthdistance, found)).toEqual(['cube'])
})

it('searches names, descriptions and tags', () => {
  const names = (text: string) => findExtensions(listed, text).map(({ name }) => name)
  expect(names('HSTO')).toEqual(['hstore'])
  expect(names('geo')).toContain('postgis')
})

// SPEC: "**Extension**: name, comment, tags, link, github_url, product, product_url, optional deprecated (list of versions, for example Postgres 17)."
it('describes an extension', () => {
  const one = (name: string) => EXTENSIONS.find((each) => each.name === name)
  expect(one('pg_cron')).toEqual({
    name: 'pg_cron',
    comment: 'Runs SQL on a schedule',
    tags: ['automation'],
    link: 'https://github.com/citusdata/pg_cron',
    github_url: 'https://github.com/citusdata/pg_cron',
    builtIn: 'cron',
    product: 'Cron',
    product_url: '/integrations/cron',
  })
  expect(one('timescaledb')?.deprecated).toEqual(['Postgres 17'])
})

// SPEC: "About 60 extensions are catalogued."
it('catalogues each extension once, with documentation', () => {
  expect(new Set(EXTENSIONS.map(({ name }) => name)).size).toBe(EXTENSIONS.length)
  expect(EXTENSIONS.length).toBeGreaterThanOrEqual(60)
  expect(EXTENSIONS.filter(({ link }) => !link.startsWith('https://'))).toEqual([])
})

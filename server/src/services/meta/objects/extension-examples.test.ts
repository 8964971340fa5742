import { EXTENSIONS } from '@stoa/contract/catalog/extensions'
import { EXTENSION_EXAMPLES } from '@stoa/contract/catalog/extension-examples'
import type { DatabaseExtension } from '@stoa/contract/services/meta/extensions'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ident, compile, sql } from '../../../postgres/sql.ts'
import { createMetaApp, type MetaApp } from '../../../../test/meta/app.ts'

let meta: MetaApp
let database: Client
let extensions: readonly DatabaseExtension[]
beforeAll(async () => {
  meta = await createMetaApp()
  database = await meta.test.database.connect('postgres', 'examples')
  extensions = (await meta.call('GET', '/objects/extensions')).body
})
afterAll(async () => {
  await database.end()
  await meta.stop()
})

it('has examples of extensions in the catalogue only', () => {
  const names = new Set(EXTENSIONS.map(({ name }) => name))
  expect(Object.keys(EXTENSION_EXAMPLES).filter((name) => !names.has(name))).toEqual([])
})

it.each(Object.entries(EXTENSION_EXAMPLES))('runs the example of %s', async (name, example) => {
  const builtIn = EXTENSIONS.find((each) => each.name === name)?.builtIn !== undefined
  const found = extensions.find((each) => each.name === name)
  // The other extensions come with no server that npm installs, or are only for a superuser.
  const canRun = builtIn || found?.can_install || found?.installed_version
  if (!canRun) return
  await database.query('begin')
  try {
    if (!builtIn)
      await database.query(
        compile(sql`create extension if not exists ${ident(name)} with schema extensions cascade`)
          .text,
      )
    const results = [await database.query(example)].flat()
    expect(results.map(({ command }) => command)).not.toContain(undefined)
  } finally {
    await database.query('rollback')
  }
})

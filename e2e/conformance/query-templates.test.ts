import { QUERY_TEMPLATES, TEMPLATE_CATEGORIES } from '@stoa/contract/catalog/query-templates'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo
let client: pg.Client
beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Templates')
  client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await discard(server)
})

describe('a template of the SQL editor', () => {
  it.each(QUERY_TEMPLATES.map((template) => [template.name, template] as const))(
    '“%s” runs on a new project',
    async (_name, { sql, effect }) => {
      await client.query(effect === 'reads' ? 'begin read only' : 'begin')
      try {
        await client.query(sql)
        const { rows } = await client.query<{ name: string }>(`
          select relname as name from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace and not relrowsecurity`)
        expect(rows).toEqual([])
      } finally {
        await client.query('rollback')
      }
    },
  )

  it('has a name and an id of its own, in a category that is shown', () => {
    for (const key of ['id', 'name'] as const)
      expect(new Set(QUERY_TEMPLATES.map((template) => template[key])).size).toBe(
        QUERY_TEMPLATES.length,
      )
    expect(QUERY_TEMPLATES.length).toBeGreaterThan(20)
    expect(new Set(QUERY_TEMPLATES.map(({ category }) => category))).toEqual(
      new Set(TEMPLATE_CATEGORIES),
    )
  })
})

it('of vectors sorts by similarity', async () => {
  const { sql = '' } = QUERY_TEMPLATES.find(({ id }) => id === 'vector-search') ?? {}
  await client.query('begin')
  // A text of several statements has several results.
  const results: unknown = await client.query(sql)
  await client.query('rollback')
  const last = Array.isArray(results) ? (results.at(-1) as pg.QueryResult) : undefined
  expect(last?.rows.map(({ content }) => content)).toEqual(['north', 'north-east', 'east'])
})

import { getIntrospectionQuery, parse } from 'graphql'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from '../../lib/turns.ts'
import { createRoleSchema } from './catalogue/role-schema.ts'
import { createThreadDescriber } from './introspection/describe-in-thread.ts'
import { catalogueOf } from '../../../test/graphql/large-catalogue.ts'

const TABLES = 3000

/** Counts the turns of the event loop while work is done. */
async function turnsDuring<T>(work: Promise<T>) {
  let isDone = false
  const done = work.finally(() => (isDone = true))
  let turns = 0
  for (; !isDone; turns += 1) await turn()
  return { value: await done, turns }
}

it('a schema of three thousand tables is built and described while other requests are served', async () => {
  const inTurns = createTurns()
  const describeLarge = createThreadDescriber()
  const build = async () => inTurns(createRoleSchema(catalogueOf(TABLES), describeLarge))
  const { value: role, turns } = await turnsDuring(build())
  expect(role.model.tables).toHaveLength(TABLES)
  expect(turns).toBeGreaterThan(200)

  const document = parse(getIntrospectionQuery())
  const describe = async () => role.describe?.(document, {})
  const described = await turnsDuring(Promise.all([describe(), describe(), describe()]))
  expect(described.turns).toBeGreaterThan(1000)
  // Equal requests share one description.
  expect(new Set(described.value).size).toBe(1)
  const { __schema: schema } = JSON.parse(`{"__schema":${described.value[0]}}`) as {
    readonly __schema: { readonly types: readonly unknown[] }
  }
  expect(schema.types.length).toBeGreaterThan(TABLES * 5)
}, 120_000)

it('refuses to describe many schemas at once', async () => {
  const describeLarge = createThreadDescriber()
  const document = parse('{ __schema { queryType { name } } }')
  const describe = async () => describeLarge(catalogueOf(1))(document, {})
  const answers = await Promise.allSettled(Array.from({ length: 15 }, describe))
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(5)
  expect(refused[0]).toMatchObject({ reason: { code: 'introspection_busy', status: 503 } })
}, 120_000)

import { describe, expect, it } from 'vitest'
import { testStoredParts } from '../../../../test/stored-parts.ts'
import { createTurns, type Turns } from '../../../lib/turns.ts'
import type { Project } from '../../../project/project.ts'
import { createSchemaCache } from '../schema/schema-cache.ts'
import { createDocuments } from './documents.ts'

const project = testStoredParts('documents') as unknown as Project

function cacheOf(tables: number, comment: string | null = null) {
  const columns = JSON.stringify([
    {
      name: 'id',
      number: 1,
      type: 'integer',
      base: 'integer',
      category: 'N',
      maxLength: null,
      enum: null,
      nullable: false,
      default: null,
      description: comment,
    },
  ])
  const relations = Array.from({ length: tables }, (_, at) => ({
    oid: `${at}`,
    schema: 'public',
    name: `table_${at}`,
    kind: 'r',
    description: null,
    events: 28,
    columns,
    keys: [{ isPrimary: true, columns: ['id'] }],
  }))
  return createSchemaCache(
    {
      relations,
      hidden: [],
      foreignKeys: [],
      viewRules: [],
      routines: [],
      computed: [],
      mediaHandlers: [],
      representations: [],
      geoJson: null,
      schemaComments: {},
      exposedSchemas: ['public'],
      roleSettings: [],
    },
    { version: '1', databaseSettings: {} },
  )
}

/** Counts what is rendered, and in how many slices. */
function countingTurns() {
  const inTurns = createTurns()
  const counted = { documents: 0, slices: 0 }
  function* counting<T>(work: Generator<void, T>): Generator<void, T> {
    for (;;) {
      counted.slices += 1
      const slice = work.next()
      if (slice.done) return slice.value
      yield
    }
  }
  const turns: Turns = (work) => {
    counted.documents += 1
    return inTurns(counting(work))
  }
  return { turns, counted }
}

const options = (privileges?: string) => ({ schema: 'public', project, privileges })
const rightsOn = (...tables: readonly number[]) =>
  JSON.stringify({
    relations: tables.map((at) => [
      `table_${at}`,
      { select: true, insert: false, update: false, delete: false },
    ]),
    routines: [],
  })

describe('OpenAPI documents', () => {
  it('are rendered once for many requests, in slices', async () => {
    const { turns, counted } = countingTurns()
    const documents = createDocuments(turns)
    const cache = cacheOf(1000)
    const all = await Promise.all(Array.from({ length: 20 }, () => documents.of(cache, options())))
    expect(new Set(all).size).toBe(1)
    expect(counted.documents).toBe(1)
    expect(counted.slices).toBeGreaterThan(100)
    expect(await documents.of(cache, options())).toBe(all[0])
    const { paths } = JSON.parse(String(all[0])) as { readonly paths: object }
    expect(Object.keys(paths)).toHaveLength(1001)
  })

  it('are rendered again for other privileges and for another schema', async () => {
    const { turns, counted } = countingTurns()
    const documents = createDocuments(turns)
    const cache = cacheOf(3)
    const first = await documents.of(cache, options(rightsOn(1)))
    expect(await documents.of(cache, options(rightsOn(1)))).toBe(first)
    const second = await documents.of(cache, options(rightsOn(1, 2)))
    expect(String(second)).toContain('/table_2')
    expect(String(first)).not.toContain('/table_2')
    await documents.of(cacheOf(3), options(rightsOn(1)))
    expect(counted.documents).toBe(3)
  })

  it('that are long are dropped if they were requested longest ago', async () => {
    const { turns, counted } = countingTurns()
    const documents = createDocuments(turns)
    // Each is about 16 megabytes long.
    const cache = cacheOf(8, 'x'.repeat(1024 * 1024))
    for (const table of [1, 2, 3])
      await documents.of(cache, options(rightsOn(table, 4, 5, 6, 7, 0)))
    expect(counted.documents).toBe(3)
    await documents.of(cache, options(rightsOn(3, 4, 5, 6, 7, 0)))
    expect(counted.documents).toBe(3)
    await documents.of(cache, options(rightsOn(1, 4, 5, 6, 7, 0)))
    expect(counted.documents).toBe(4)
  })

  it('that cannot be rendered are not cached', async () => {
    const documents = createDocuments(createTurns())
    const cache = cacheOf(1)
    await expect(documents.of(cache, options('{'))).rejects.toThrow('invalid json')
    await expect(documents.of(cache, options())).resolves.toBeInstanceOf(Buffer)
  })
})

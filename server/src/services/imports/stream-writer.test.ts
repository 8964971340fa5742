import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { rowStatements } from './import-ddl.ts'
import { createStreamWriter } from './stream-writer.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
  await test.run('create table count (n int)')
})
afterAll(() => test.stop())

const pieceOf = (text: string) => ({
  kind: 'piece' as const,
  bytes: new TextEncoder().encode(text),
  lines: Uint32Array.of(2),
  rejected: [],
  rows: 1,
  progress: 0,
})

it('names the bad row also to a piece that is written after Postgres has refused it', async () => {
  const client = await test.database.connect('postgres', 'test')
  try {
    const statements = rowStatements({
      schema: 'public',
      table: 'count',
      columns: ['n'],
      key: null,
    })
    const refused = once(client, 'drain')
    const writer = createStreamWriter(client, statements)
    await writer.write(pieceOf('one\n')).catch(() => {})
    await refused
    await expect(writer.write(pieceOf('1\n'))).rejects.toMatchObject({
      problem: { code: 'import_row_invalid', line: 2, column: 'n' },
    })
  } finally {
    await client.end()
  }
})

import { expect, it } from 'vitest'
import { createTestProject } from '../../test/project.ts'
import { isConnectionError, sqlstateOf } from './failures.ts'

it('distinguishes an error of Postgres from a connection that broke or never opened', async () => {
  const test = await createTestProject()
  const run = (text: string) =>
    test.database
      .asCaller({ role: 'anon', settings: {}, isReadOnly: true }, { text, values: [] })
      .catch((error: unknown) => error)
  const refused = await run('select 1 / 0')
  expect([sqlstateOf(refused), isConnectionError(refused)]).toEqual(['22012', false])
  // A connection cut without a message, as when the backend was killed.
  const client = await test.database.connect('postgres', 'cut')
  const cut = client.query('select pg_sleep(600)').catch((error: unknown) => error)
  client.connection.stream.destroy()
  expect([sqlstateOf(await cut), isConnectionError(await cut)]).toEqual([undefined, true])
  await test.stop()
  const unreachable = await test.database.connect('postgres', 'late').catch((error) => error)
  expect([sqlstateOf(unreachable), isConnectionError(unreachable)]).toEqual([undefined, true])
  expect(isConnectionError(new Error('something else'))).toBe(false)
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { LONGEST_MESSAGE } from './bounded-messages.ts'
import { rawSql, sql } from '../sql.ts'

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

const One = z.object({ one: z.int() })
const anon = { role: 'anon', settings: {}, isReadOnly: false }
const ask = (text: string) => test.database.asCaller(anon, { text, values: [] })
const pid = async () => (await ask('select pg_backend_pid()'))[0]?.rows[0]?.[0]

it('a row that is too long for memory ends its connection, and another one follows', async () => {
  const tooLong = `select repeat('a', ${LONGEST_MESSAGE})`
  const refusal = { code: 'result_too_large', status: 400 }
  const before = await pid()
  const [refused, behind] = await Promise.allSettled([ask(tooLong), ask('select 1')])
  expect(refused).toMatchObject({ status: 'rejected', reason: refusal })
  expect(behind).not.toMatchObject({ reason: refusal })
  expect(await pid()).not.toBe(before)
  const session = test.database.as('postgres')
  await expect(session.run(rawSql(tooLong))).rejects.toMatchObject(refusal)
  expect(await session.one(sql`select 1 as one`, One)).toEqual({ one: 1 })
})

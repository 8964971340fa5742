import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** Functions that were added after Postgres 16, the oldest version for projects. */
const LATER = /\b(?:pg_basetype|json_(?:table|exists|query|value)|to_regtypemod)\s*\(/

it.each(['catalogue.sql', 'privileges.sql'])(
  '%s uses no function that Postgres 16 lacks',
  async (name) => {
    const text = await readFile(new URL(name, import.meta.url), 'utf8')
    expect(text).toContain('select')
    expect(text).not.toMatch(LATER)
  },
)

import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

/** Functions that came after Postgres 16, the oldest that projects may run on. */
const LATER = /\b(?:pg_basetype|json_(?:table|exists|query|value)|to_regtypemod)\s*\(/

it.each(['catalogue.sql', 'privileges.sql'])(
  '%s asks for nothing that Postgres 16 does not have',
  async (name) => {
    const text = await readFile(new URL(name, import.meta.url), 'utf8')
    expect(text).toContain('select')
    expect(text).not.toMatch(LATER)
  },
)

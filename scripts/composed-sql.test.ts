import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const source = fileURLToPath(new URL('../dashboard/src', import.meta.url))

/** A person's own SQL in the editor, and examples in the languages of client libraries. */
const OF_PERSONS = /^(?:components\/(?:connect|sql-editor)|features\/(?:api-docs|sql-editor))\//

const VERBS =
  'alter|begin|call|comment on|create|delete from|drop|grant|insert into|refresh|revoke|select|set|truncate|update'
/** A template that starts with a statement and puts something into it. */
const STATEMENT = new RegExp(`\`[\\s;(]*(?:${VERBS})\\s[^\`]*\\$\\{`)
/** The quotes of a text are doubled to make it a constant. */
const CONSTANT = /\.replaceAll\("'", "''"\)/

const composes = (text: string) => STATEMENT.test(text) || CONSTANT.test(text)

describe('the dashboard', () => {
  it('composes no SQL: it sends typed operations, or shows SQL that the server has written', () => {
    const composing = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .filter((file) => !OF_PERSONS.test(file))
      .filter((file) => composes(readFileSync(path.join(source, file), 'utf8')))
    expect(composing).toEqual([])
  })

  it.each([
    ['`select * from ${table}`', true],
    ['`create view ${name} as\n${query}`', true],
    [`"it's".replaceAll("'", "''")`, true],
    ['`Create ${count} tables?`', false],
    ['`select 1`', false],
    ['`${count} rows`', false],
  ])('is searched for text such as %s', (text, isComposing) => {
    expect(composes(text)).toBe(isComposing)
  })
})

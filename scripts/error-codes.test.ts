import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './lib/environment.mjs'
import { collectErrors, isOfProtocol } from './lib/error-codes.mjs'
import { renderErrors } from './lib/error-page.mjs'

const errors = collectErrors(root)
const byCode = Map.groupBy(errors, ({ code }) => code)

/** The error as it is reported when it breaks a rule. */
const nameOf = ({ code, file }: { readonly code: string; readonly file: string }) =>
  `${code} in ${file}`

describe('An error code', () => {
  it('is declared in one file, where all code that uses it imports it', () => {
    const own = errors.filter(({ file }) => !isOfProtocol(file))
    const scattered = [...Map.groupBy(own, ({ code }) => code).values()].filter(
      (all) => new Set(all.map(({ file }) => file)).size > 1,
    )
    expect(scattered.flat().map(nameOf)).toEqual([])
  })

  it('has a next step wherever it is declared', () => {
    const without = errors.filter(({ file, hint }) => hint === undefined && !isOfProtocol(file))
    expect(without.map(nameOf)).toEqual([])
  })
})

describe('The page of errors', () => {
  it('is what the source says; after a change, run npm run errors', async () => {
    expect(readFileSync(path.join(root, 'docs/errors.md'), 'utf8')).toBe(await renderErrors(root))
  })

  it('has the errors of calls, tables and conditional options', () => {
    expect(byCode.get('queue_not_found')).toContainEqual({
      file: 'services/queues/errors.ts',
      code: 'queue_not_found',
      message: 'The queue … does not exist.',
      status: 404,
      hint: 'It may have been dropped. Reload the list of queues.',
    })
    expect(byCode.get('syntax_error')).toMatchObject([{ file: 'services/meta/errors.ts' }])
    expect(byCode.get('NoSuchUpload')).toMatchObject([{ status: 404 }])
    expect(byCode.get('bad_jwt')?.[0]).toMatchObject({ status: 403 })
  })

  it('has the texts that the callers of a shared declaration pass', () => {
    expect(byCode.get('no_such_api')).toContainEqual({
      file: 'lib/refusals.ts',
      code: 'no_such_api',
      message: 'The project has no API at this URL.',
      status: 404,
      hint: 'Use a path below SUPABASE_URL.',
    })
  })
})

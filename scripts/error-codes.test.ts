import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './lib/environment.mjs'
import { collectErrors, partOf } from './lib/error-codes.mjs'
import { SHARED, WITHOUT_NEXT_STEP } from './lib/error-exceptions.mjs'
import { renderErrors } from './lib/error-page.mjs'

/** The parts whose protocol gives the codes their meaning, and has no place for a next step. */
const PROTOCOLS: readonly string[] = ['auth', 'data-api', 'realtime', 'storage']

const errors = collectErrors(root)
const byCode = Map.groupBy(errors, ({ code }) => code)
const sorted = (codes: Iterable<string>) => [...new Set(codes)].toSorted()

describe('An error code', () => {
  it('has one meaning: one file declares it, or one protocol, or it is in the list', () => {
    const shared = [...byCode].filter(([, all]) => {
      const parts = new Set(all.map(({ file }) => partOf(file)))
      const files = new Set(all.map(({ file }) => file))
      const [part = ''] = parts
      return files.size > 1 && !(parts.size === 1 && PROTOCOLS.includes(part))
    })
    expect(sorted(shared.map(([code]) => code))).toEqual(SHARED)
  })

  it('has a next step wherever it is declared, or is in the list', () => {
    const without = errors.filter(
      ({ file, hint }) => hint === undefined && !PROTOCOLS.includes(partOf(file)),
    )
    expect(sorted(without.map(({ code }) => code))).toEqual(WITHOUT_NEXT_STEP)
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
    expect(byCode.get('disk_full')?.map(({ file }) => file)).toContain('services/queues/errors.ts')
    expect(byCode.get('NoSuchUpload')).toMatchObject([{ status: 404 }])
    expect(byCode.get('bad_jwt')?.[0]).toMatchObject({ status: 403 })
  })
})

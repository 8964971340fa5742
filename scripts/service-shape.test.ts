import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sourceFiles } from './lib/source-files.mjs'

const services = fileURLToPath(new URL('../server/src/services', import.meta.url))
const MAX_INDEX_LINES = 100

const names = readdirSync(services, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Source files of a service, without its tests, by their paths inside the service. */
const sources = (service: string): readonly { readonly file: string; readonly text: string }[] =>
  sourceFiles(path.join(services, service)).map((file) => ({
    file,
    text: readFileSync(path.join(services, service, file), 'utf8'),
  }))

const declarationOf = (service: string) => {
  const door = path.join(services, service, 'public-door.ts')
  const index = readFileSync(path.join(services, service, 'index.ts'), 'utf8')
  return existsSync(door) ? index + readFileSync(door, 'utf8') : index
}

/** The files that a service with this declaration has. */
const filesOf = (declaration: string): readonly string[] => [
  'index.ts',
  'errors.ts',
  'README.md',
  ...(declaration.includes('publicDoor') || declaration.includes('createEdge')
    ? ['routes.ts']
    : []),
  ...(declaration.includes('memberDoors') ? ['member-routes.ts'] : []),
]

/** The only files in which each kind of source belongs. */
const PLACES = {
  sql: {
    // Statements that are built from parts, such as definitions, are in files named after them.
    belongs: /(?:^|\/)(?:queries(?:\/.*)?|.*-queries|.*-sql|.*-ddl|sql\/.*|lints\/.*)\.ts$/,
    occurs: /\bsql`/,
  },
  errors: { belongs: /(?:^|\/)errors\.ts$/, occurs: /\bnew AppError\(/ },
  limits: { belongs: /(?:^|\/)limits\.ts$/, occurs: /^(?:export )?const MAX_\w+/m },
} as const

/**
 * How many files of each service have SQL, errors or limits in other places. The numbers only shrink:
 * a change that moves the contents of a file lowers its number here.
 */
const ELSEWHERE = {
  advisors: { sql: 0, errors: 0, limits: 0 },
  auth: { sql: 7, errors: 5, limits: 43 },
  cron: { sql: 0, errors: 0, limits: 1 },
  'data-api': { sql: 1, errors: 0, limits: 17 },
  functions: { sql: 1, errors: 10, limits: 14 },
  graphql: { sql: 2, errors: 1, limits: 7 },
  imports: { sql: 0, errors: 0, limits: 0 },
  logs: { sql: 0, errors: 0, limits: 0 },
  meta: { sql: 37, errors: 24, limits: 9 },
  queues: { sql: 1, errors: 0, limits: 0 },
  realtime: { sql: 8, errors: 3, limits: 14 },
  reports: { sql: 0, errors: 0, limits: 0 },
  storage: { sql: 11, errors: 8, limits: 19 },
  vault: { sql: 0, errors: 0, limits: 0 },
  webhooks: { sql: 0, errors: 0, limits: 1 },
  wrappers: { sql: 6, errors: 8, limits: 5 },
}

describe('A service', () => {
  it.each(names)('%s has the files of its kind', (service) => {
    const missing = filesOf(declarationOf(service)).filter(
      (file) => !existsSync(path.join(services, service, file)),
    )
    expect(missing).toEqual([])
  })

  it.each(names)('%s is declared in at most 100 lines', (service) => {
    const lines = readFileSync(path.join(services, service, 'index.ts'), 'utf8').split('\n')
    expect(lines.length - 1).toBeLessThanOrEqual(MAX_INDEX_LINES)
  })
})

describe('SQL, errors and limits', () => {
  it('are in files named after them, except as many as listed, which only get fewer', () => {
    const outside = Object.fromEntries(
      names.map((service) => {
        const files = sources(service)
        const count = (kind: keyof typeof PLACES) =>
          files.filter(({ file, text }) => {
            const { belongs, occurs } = PLACES[kind]
            return occurs.test(text) && !belongs.test(file)
          }).length
        return [service, { sql: count('sql'), errors: count('errors'), limits: count('limits') }]
      }),
    )
    expect(outside).toEqual(ELSEWHERE)
  })
})

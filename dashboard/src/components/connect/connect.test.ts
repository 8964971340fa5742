import { describe, expect, it } from 'vitest'
import { connectFacts } from './connect-facts.ts'
import { guideGroups } from './guides/groups.ts'

const endpoints = {
  api_url: 'http://localhost:8001/p/aaaaaaaaaaaaaaaaaaaa',
  host_api_url: null,
  database_host: 'localhost',
  database_port: 6543,
  database_user: 'postgres.aaaaaaaaaaaaaaaaaaaa',
  database_name: 'postgres',
}
const base = 'postgresql://postgres.aaaaaaaaaaaaaaaaaaaa'
const factsWith = (given: { connectionString?: string; table?: string }) =>
  connectFacts({
    project: { endpoints },
    connectionString: given.connectionString ?? `${base}:[YOUR-PASSWORD]@localhost:6543/postgres`,
    publishableKey: 'sb_publishable_x',
    table: given.table,
  })
const guides = guideGroups.flatMap(({ guides }) => guides)
const textOf = (id: string, given: Parameters<typeof factsWith>[0] = {}) =>
  guides
    .find((guide) => guide.id === id)
    ?.files(factsWith(given))
    .map(({ code }) => code)
    .join('\n') ?? ''

it('has every client of the dialog once', () => {
  expect(
    guideGroups.map(({ id, guides }) => `${id}: ${guides.map(({ id }) => id).join(' ')}`),
  ).toEqual([
    'clients: supabase-js curl',
    'frameworks: next-app next-pages react-router react-vite react-cra tanstack-start nuxt vue sveltekit solid astro refine flask',
    'mobile: expo flutter ionic-react ionic-angular swift kotlin',
    'orms: prisma drizzle',
    'database: uri psql node python sqlalchemy go jdbc dotnet php',
  ])
})

it.each(guides.map(({ id }) => id))('%s has the values of the project', (id) => {
  const text = textOf(id, { table: 'orders' })
  expect(text).not.toContain('undefined')
  expect(text.includes(endpoints.api_url) || text.includes(endpoints.database_user)).toBe(true)
})

it.each(guides.map(({ id }) => id))('%s names each of its files once', (id) => {
  const names = guides
    .find((guide) => guide.id === id)
    ?.files(factsWith({}))
    .map(({ name }) => name)
  expect(new Set(names).size).toBe(names?.length)
})

describe('a revealed password', () => {
  const connectionString = `${base}:p%40ss%27word@localhost:6543/postgres?sslmode=require`

  it('is written as each driver reads it', () => {
    expect(textOf('jdbc', { connectionString })).toBe(
      "jdbc:postgresql://localhost:6543/postgres?user=postgres.aaaaaaaaaaaaaaaaaaaa&password=p%40ss'word&sslmode=require",
    )
    expect(textOf('dotnet', { connectionString })).toContain(
      "Password='p@ss''word';SSL Mode=Require",
    )
    expect(textOf('php', { connectionString })).toContain("'p@ss\\'word'")
    expect(textOf('prisma', { connectionString })).toContain(`DATABASE_URL="${connectionString}"`)
    expect(textOf('sqlalchemy', { connectionString })).toContain('postgresql+psycopg://postgres.a')
  })

  it('is a placeholder until then', () => {
    expect(textOf('jdbc')).toContain('password=[YOUR-PASSWORD]')
  })
})

it('quotes the name of a table for the language around it', () => {
  const table = 'Ada\'s `${x}` "list"'
  expect(textOf('supabase-js', { table })).toContain(".from('Ada\\'s `${x}` \"list\"')")
  expect(textOf('node', { table })).toContain('from "Ada\'s \\`\\${x}\\` ""list""" limit')
  expect(textOf('curl', { table })).toContain('/rest/v1/Ada')
  expect(textOf('kotlin', { table })).toContain('\\${x}')
})

it('prints the rows it reads, and the errors of an API', () => {
  expect(textOf('supabase-js')).toContain('console.log(error ?? data)')
  expect(textOf('node')).toMatch(/console\.log\(rows\)\n\nawait sql\.end\(\)$/)
  for (const id of ['next-app', 'react-vite', 'nuxt', 'expo'])
    expect(textOf(id)).toContain('.throwOnError()')
})

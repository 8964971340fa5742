import { expect, it } from 'vitest'
import { findConcerns, type Catalogue } from './concerns.ts'

const catalogue: Catalogue = {
  hasSchema: async (name) => name === 'app',
  hasTable: async (schema, name) => schema === 'app' && name === 'People',
  dependents: async (schema, name) => (schema === 'app' ? [`view of ${name}`, 'rule'] : ['rule']),
}
const unreachable: Catalogue = {
  hasSchema: () => Promise.reject(new Error('offline')),
  hasTable: () => Promise.reject(new Error('offline')),
  dependents: () => Promise.reject(new Error('offline')),
}

async function concernsOf(text: string, lookup = catalogue) {
  const { dangers, openTables } = await findConcerns(text, {
    catalogue: lookup,
    exposedSchemas: ['public', 'app'],
  })
  return [dangers.length, openTables.length]
}

it.each([
  ['drop table if exists gone', 0],
  ['drop table if exists gone, app."People" cascade', 1],
  ['drop table if exists app.people', 0],
  ['drop table gone', 1],
  ['drop schema if exists app', 1],
  ['drop schema if exists gone', 0],
  ['drop materialized view if exists gone', 0],
  ['drop function if exists gone()', 1],
])('asks about %s only if it destroys something', async (text, count) => {
  expect(await concernsOf(text)).toEqual([count, 0])
})

it.each([
  ['create table a (id int)', 1],
  ['create table hidden.a (id int)', 0],
  ['create table if not exists app."People" (id int)', 0],
  ['create table if not exists app.people (id int)', 1],
])('asks about %s only if clients can reach a new table', async (text, count) => {
  expect(await concernsOf(text)).toEqual([0, count])
})

it('asks if it cannot look into the database', async () => {
  const text = 'drop table if exists gone; create table if not exists a (id int)'
  expect(await concernsOf(text, unreachable)).toEqual([1, 1])
})

it('names what a drop takes with it, as far as the database can be read', async () => {
  const text = 'drop table app."People", b cascade'
  const concerns = async (lookup: Catalogue) =>
    (await findConcerns(text, { catalogue: lookup, exposedSchemas: [] })).dangers
  expect(await concerns(catalogue)).toMatchObject([{ dependents: ['view of People', 'rule'] }])
  expect(await concerns(unreachable)).toMatchObject([{ dependents: [] }])
})

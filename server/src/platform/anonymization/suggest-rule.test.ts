import { expect, it } from 'vitest'
import { suggestRule } from './suggest-rule.ts'

const suggest = (column: string, change: object = {}) =>
  suggestRule({
    schema: 'public',
    table: 'orders',
    column,
    type: 'text',
    is_nullable: true,
    is_unique: false,
    ...change,
  })?.rule

it.each([
  ['email', 'fake_email'],
  ['contactEmail', 'fake_email'],
  ['billing-email', 'fake_email'],
  ['phone_number', 'fake_phone'],
  ['mobile', 'fake_phone'],
  ['first_name', 'fake_name'],
  ['lastName', 'fake_name'],
  ['street', 'hash'],
  ['shipping_address', 'hash'],
  ['ip', 'hash'],
  ['date_of_birth', 'hash'],
])('suggests a rule for a text column %s', (column, rule) => {
  expect(suggest(column)).toBe(rule)
})

it.each([
  'id',
  'name',
  'title',
  'email_id',
  'email_sent_at',
  'phone_verified',
  'city_count',
  'zipper',
])('suggests nothing for %s', (column) => {
  expect(suggest(column)).toBeUndefined()
})

it.each([
  ['a name in a table of people', 'name', { table: 'app_customers' }, 'fake_name'],
  ['a date, whose type takes no text', 'birth_date', { type: 'date' }, 'null'],
  ['a date that must not be null', 'birth_date', { type: 'date', is_nullable: false }, undefined],
  ['a flag', 'email', { type: 'boolean' }, undefined],
  ['a text too short for an email', 'email', { type: 'character varying(20)' }, 'null'],
  ['a text long enough for a phone', 'phone', { type: 'character varying(20)' }, 'fake_phone'],
  ['unique values, which must differ', 'phone', { is_unique: true }, 'hash'],
  ['unique emails', 'email', { is_unique: true, is_nullable: false }, 'fake_email'],
  ['users of the project', 'email', { schema: 'auth', table: 'users' }, 'fake_email'],
  ['their phones', 'phone', { schema: 'auth', table: 'users', is_unique: true }, 'null'],
  ['other columns of users', 'role', { schema: 'auth', table: 'users' }, undefined],
])('has a suggestion that the column takes: %s', (_what, column, change, rule) => {
  expect(suggest(column, change)).toBe(rule)
})

import { expect, it } from 'vitest'
import { nameAt } from './name-at.ts'

/** The cursor is at the bar. */
const at = (text: string) => nameAt(text.replace('|', ''), text.indexOf('|'))

it.each([
  ['select * from ord|ers', { name: 'orders' }],
  ['select * from orders|', { name: 'orders' }],
  ['select * from |Orders', { name: 'orders' }],
  ['select * from shop.ord|ers', { schema: 'shop', name: 'orders' }],
  ['select * from "My shop"."Or""d|ers"', { schema: 'My shop', name: 'Or"ders' }],
  ['select to|tal(1)', { name: 'total' }],
  ['select o|.id from shop.orders o', { schema: 'shop', name: 'orders' }],
  ['select o.i|d from orders as o', { schema: undefined, name: 'orders' }],
  ['select 1; select * from o|ther; select 2', { name: 'other' }],
])('finds the name in %s', (text, expected) => {
  expect(at(text)).toEqual(expected)
})

it.each([
  ['select 1| + 1'],
  ["select 'ord|ers'"],
  ["select E'ord|ers'"],
  ['-- ord|ers\nselect 1'],
  ['/* ord|ers */ select 1'],
  ['select $$ ord|ers $$'],
  ['|'],
])('finds no name in %s', (text) => {
  expect(at(text)).toBeUndefined()
})

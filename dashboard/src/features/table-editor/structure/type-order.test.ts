import { expect, it } from 'vitest'
import { orderTypes } from './type-order.ts'

it('lists common types first, then the own ones, and those of the platform last', () => {
  const types = [
    { name: 'bigint', schema: 'pg_catalog' },
    { name: 'box', schema: 'pg_catalog' },
    { name: 'uuid', schema: 'pg_catalog' },
    { name: 'auth.aal_level', schema: 'auth' },
    { name: 'public.mood', schema: 'public' },
    { name: 'text', schema: 'pg_catalog' },
  ]
  expect(orderTypes(types, new Set(['auth'])).map(({ name }) => name)).toEqual([
    'uuid',
    'text',
    'bigint',
    'public.mood',
    'box',
    'auth.aal_level',
  ])
})

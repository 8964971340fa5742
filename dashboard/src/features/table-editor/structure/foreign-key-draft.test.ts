import { describe, expect, it } from 'vitest'
import { likelyPairs, typeMismatch } from './foreign-key-draft.ts'

const columns = (...names: string[]) => names.map((name) => ({ name, type: 'bigint' }))

describe('the pairs suggested for a foreign key', () => {
  it.each([
    ['customers', ['id'], ['id', 'customer_id'], [{ column: 'customer_id', target: 'id' }]],
    ['companies', ['id'], ['id', 'companyId'], [{ column: 'companyId', target: 'id' }]],
    ['class', ['id'], ['class'], [{ column: 'class', target: 'id' }]],
    ['users', ['id'], ['id', 'name'], [{ column: '', target: 'id' }]],
    ['film', ['film_id'], ['film_id'], [{ column: 'film_id', target: 'film_id' }]],
    [
      'order_lines',
      ['order_id', 'line'],
      ['order_id', 'line'],
      [
        { column: 'order_id', target: 'order_id' },
        { column: 'line', target: 'line' },
      ],
    ],
    ['log', [], ['id'], [{ column: '', target: '' }]],
  ])('to %s with the key %j from %j', (name, primary_key, own, pairs) => {
    expect(likelyPairs({ name, primary_key }, columns(...own))).toEqual(pairs)
  })
})

it.each([
  ['bigint', 'integer', true],
  ['varchar(20)', 'text', true],
  ['timestamptz', 'timestamp with time zone', true],
  ['public.mood', 'text', true],
  ['integer[]', 'integer', true],
  ['text', 'bigint', false],
  ['uuid', 'text', false],
])('says before that %s does not fit %s, where that is certain: %s', (from, to, fits) => {
  const problem = typeMismatch({ name: 'a', type: from }, { name: 'b', type: to })
  expect(problem === undefined).toBe(fits)
})

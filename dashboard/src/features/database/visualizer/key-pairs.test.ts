import { expect, it } from 'vitest'
import type { DiagramModel, DiagramNode } from './diagram-model.ts'
import { keyPairs } from './key-pairs.ts'

const node = (id: string, columns: readonly string[], key: readonly string[]): DiagramNode => ({
  id,
  schema: 'public',
  name: id,
  table: undefined,
  rows: columns.map((name) => ({
    name,
    type: 'int',
    is_nullable: true,
    is_primary_key: key.includes(name),
    is_unique: false,
    is_identity: false,
    isForeignKey: false,
  })),
  hiddenCount: 0,
  width: 200,
  height: 200,
})

const line = node('line', ['id', 'tenant', 'order_number', 'other'], ['id'])
const model: DiagramModel = {
  schema: 'public',
  nodes: [
    line,
    node('order', ['tenant', 'number', 'code'], ['tenant', 'number']),
    node('plain', ['id'], ['id']),
  ],
  edges: [],
}

it('completes a line to a composite primary key with columns of the same names', () => {
  expect(keyPairs(model, line, 'order', { column: 'order_number', target: 'number' })).toEqual([
    { column: 'tenant', target: 'tenant' },
    { column: 'order_number', target: 'number' },
  ])
})

it('finds the columns that have the name of the table and of the key', () => {
  expect(keyPairs(model, line, 'order')).toEqual([
    { column: 'tenant', target: 'tenant' },
    { column: 'order_number', target: 'number' },
  ])
})

it('uses no column twice', () => {
  expect(keyPairs(model, line, 'order', { column: 'tenant', target: 'number' })).toEqual([
    { column: '', target: 'tenant' },
    { column: 'tenant', target: 'number' },
  ])
})

it('keeps a line to a column outside the primary key', () => {
  const drawn = { column: 'other', target: 'code' }
  expect(keyPairs(model, line, 'order', drawn)).toEqual([drawn])
})

it('refers to a primary key with one column', () => {
  expect(keyPairs(model, line, 'plain')).toEqual([{ column: '', target: 'id' }])
})

import type { DiagramTable } from '@stoa/contract/services/meta/diagram'
import { describe, expect, it } from 'vitest'
import { rowCenter, sidesOf, toModel } from './diagram-model.ts'
import { toMarkdown } from './export/diagram-markdown.ts'
import { toSvg } from './export/diagram-svg.ts'
import { toFlowEdges } from './picture/flow-elements.ts'
import { savedPlaces, toSaved, withArranged } from './places.ts'

const column = (name: string, isKey = false) => ({
  name,
  type: 'bigint',
  is_nullable: !isKey,
  is_primary_key: isKey,
  is_unique: false,
  is_identity: false,
})

const table = (id: number, name: string, columns: DiagramTable['columns']): DiagramTable => ({
  id,
  name,
  kind: 'table',
  comment: null,
  rls_enabled: false,
  policy_count: 0,
  columns,
  column_count: columns.length,
})

const key = (id: number, from: number, to: { id: number; schema: string; table: string }) => ({
  id,
  table_id: from,
  name: `key_${id}`,
  columns: ['owner_id'],
  target_id: to.id,
  target_schema: to.schema,
  target_table: to.table,
  target_columns: ['id'],
  on_update: 'no_action' as const,
  on_delete: 'no_action' as const,
})

const users = { id: 9, schema: 'auth', table: 'users' }
const notes = table(1, 'note <&"> |', [column('id', true), column('owner_id')])
const model = toModel({ tables: [notes], relations: [key(5, 1, users)] }, 'public')

describe('the model of a picture', () => {
  it('has a table of another schema that a key refers to, with the column of the key', () => {
    expect(model.nodes.map(({ schema, name, rows }) => [schema, name, rows.length])).toEqual([
      ['public', 'note <&"> |', 2],
      ['auth', 'users', 1],
    ])
    expect(model.edges).toMatchObject([{ source: 'table-1', target: 'table-9' }])
  })

  it('cuts long tables but keeps the columns of keys', () => {
    const columns = [
      ...Array.from({ length: 60 }, (_, index) => column(`c${index}`)),
      column('owner_id'),
    ]
    const [node] = toModel(
      { tables: [table(1, 'wide', columns)], relations: [key(5, 1, users)] },
      'public',
    ).nodes
    expect(node?.rows).toHaveLength(24)
    expect(node?.rows.at(-1)).toMatchObject({ name: 'owner_id', isForeignKey: true })
    expect(node?.hiddenCount).toBe(37)
  })

  it('draws lines between the nearest sides', () => {
    const [one] = model.nodes
    if (!one) throw new Error('no node')
    const at = (x: number) => ({ ...one, x, y: 0 })
    expect(sidesOf(at(0), at(1000))).toEqual({ from: 'right', to: 'left' })
    expect(sidesOf(at(1000), at(0))).toEqual({ from: 'left', to: 'right' })
    expect(sidesOf(at(0), at(10))).toEqual({ from: 'right', to: 'right' })
    expect(rowCenter(one, 'id')).toBeLessThan(rowCenter(one, 'owner_id'))
  })
})

describe('the places of a picture', () => {
  it('are found by name, and tables without one are put below the others', () => {
    const saved = [{ schema: 'auth', table: 'users', x: 40, y: 50 }]
    const { places, missing } = savedPlaces(model, saved)
    expect(missing.map(({ name }) => name)).toEqual(['note <&"> |'])
    const all = withArranged(model, places, [{ id: 'table-1', x: 0, y: 0 }])
    expect(all.get('table-9')).toEqual({ x: 40, y: 50 })
    expect(all.get('table-1')?.y).toBeGreaterThan(50)
    expect(toSaved(model, all)).toHaveLength(2)
  })
})

describe('an export of the picture', () => {
  const places = new Map([
    ['table-1', { x: 0, y: 0 }],
    ['table-9', { x: 600, y: 40 }],
  ])
  const palette = {
    surface: '#fff',
    raised: '#fff',
    line: '#ccc',
    text: '#000',
    muted: '#666',
    warning: '#a60',
    success: '#060',
  }

  it('is valid SVG, whatever the names are', () => {
    const { text } = toSvg(model, places, palette)
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
    expect(parsed.querySelector('parsererror')).toBeNull()
    expect(parsed.documentElement.textContent).toContain('note <&"> |')
    expect(parsed.documentElement.textContent).toContain('auth.users')
    expect(parsed.querySelectorAll('g > path[d*="C"]')).toHaveLength(1)
  })

  it('has a line for each pair of columns of a composite key', () => {
    const composite = {
      ...key(1, 1, { id: 2, schema: 'public', table: 'b' }),
      columns: ['tenant', 'number'],
      target_columns: ['tenant', 'id'],
    }
    const pair = [column('tenant', true), column('number')]
    const drawn = toModel(
      {
        tables: [table(1, 'a', pair), table(2, 'b', [...pair, column('id')])],
        relations: [composite],
      },
      'public',
    )
    const apart = new Map(drawn.nodes.map(({ id }, at) => [id, { x: at * 500, y: 0 }]))
    const { text } = toSvg(drawn, apart, palette)
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
    expect(parsed.querySelectorAll('g > path[d*="C"]')).toHaveLength(2)
    expect(toFlowEdges(drawn, (id) => apart.get(id), undefined)).toMatchObject([
      { id: 'key-1', sourceHandle: 'right:tenant', targetHandle: 'left:tenant' },
      { id: 'key-1-1', sourceHandle: 'right:number', targetHandle: 'left:id' },
    ])
  })

  it('is Markdown with keys and references', () => {
    expect(toMarkdown(model)).toBe(
      '## note <&"> |\n\n| Column | Type | |\n| --- | --- | --- |\n| id | bigint | primary key, not null |\n| owner_id | bigint | references users.id |\n',
    )
  })
})

import { describe, expect, it } from 'vitest'
import { createPaletteSearch, type PaletteItem } from './palette-search.ts'

const item = (title: string, rest: Partial<PaletteItem> = {}): PaletteItem => ({
  id: title,
  title,
  group: 'Pages',
  isListed: true,
  weight: 0,
  run: () => undefined,
  ...rest,
})

const items = [
  item('Table editor'),
  item('Settings'),
  item('Data API settings', { group: 'Settings', keywords: ['maximum rows', 'exposed schemas'] }),
  item('New table', { group: 'Actions', keywords: ['create'] }),
  item('Pause project', { group: 'Actions' }),
  item('orders', { group: 'Tables', detail: 'shop', isListed: false }),
  item('customer_id', { group: 'Columns', detail: 'shop.orders', isListed: false }),
]
const titles = (query: string, recent: string[] = []) =>
  createPaletteSearch(items)(query, recent).flatMap((group) =>
    group.items.map(({ title }) => title),
  )

describe('a search', () => {
  it.each([
    ['new table', 'New table'],
    ['create table', 'New table'],
    ['pause', 'Pause project'],
    ['maximum rows', 'Data API settings'],
    ['orders', 'orders'],
    ['shop.orders', 'orders'],
    ['cstid', 'customer_id'],
    ['orders customer', 'customer_id'],
    ['SETTINGS', 'Settings'],
  ])('for %s finds %s first', (query, title) => expect(titles(query)[0]).toBe(title))

  it('finds only what contains every word', () => {
    expect(titles('new project')).toEqual([])
    expect(titles('zzz')).toEqual([])
  })

  it('prefers what was chosen before', () => {
    const two = createPaletteSearch([item('orders_2024'), item('orders_2025')])
    expect(two('orders', [])[0]?.items[0]?.title).toBe('orders_2024')
    expect(two('orders', ['orders_2025'])[0]?.items[0]?.title).toBe('orders_2025')
  })

  it('shows the best of many matches in a group', () => {
    const many = Array.from({ length: 100 }, (_, index) => item(`order_${index}`))
    const [group] = createPaletteSearch([...many, item('order')])('order', [])
    expect(group?.items).toHaveLength(8)
    expect(group?.items[0]?.title).toBe('order')
  })
})

describe('without a search', () => {
  it('the latest choices come first, and nothing twice', () => {
    const groups = createPaletteSearch(items)('', ['orders', 'gone', 'New table'])
    expect(groups[0]).toMatchObject({
      heading: 'Recent',
      items: [{ title: 'orders' }, { title: 'New table' }],
    })
    expect(groups.slice(1).flatMap((group) => group.items.map(({ title }) => title))).toEqual([
      'Table editor',
      'Settings',
      'Data API settings',
      'Pause project',
    ])
  })
})

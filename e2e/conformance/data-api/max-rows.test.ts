import { describe } from 'vitest'
import {
  found,
  FULL,
  get,
  head,
  nothing,
  patch,
  post,
  prefer,
  returned,
  scenarios,
  underSettings,
} from '../../support/scenarios.ts'

const rows = (...list: readonly number[]) => list.map((id) => ({ id }))

describe('a project with a limit of two rows per response', () => {
  underSettings({ max_rows: 2 })
  scenarios([
    {
      name: 'truncates a page',
      request: get('/ships?select=id&order=id'),
      ...found('0-1/*', rows(1, 2)),
    },
    {
      name: 'truncates a longer limit',
      request: get('/ships?select=id&order=id&limit=3&offset=1'),
      ...found('1-2/*', rows(2, 3)),
    },
    {
      name: 'keeps a shorter limit',
      request: get('/ships?select=id&order=id&limit=1'),
      ...found('0-0/*', rows(1)),
    },
    {
      name: 'returns a partial range when counting',
      request: get('/ships?select=id&order=id', prefer('count=exact')),
      ...found('0-1/4', rows(1, 2), { status: 206 }),
    },
    {
      name: 'truncates a Range',
      request: get('/ships?select=id&order=id', { range: '1-9' }),
      ...found('1-2/*', rows(2, 3)),
    },
    {
      name: 'truncates to-many resources',
      request: get('/harbours?select=id,calls(id)&id=eq.1&calls.order=id'),
      ...found('0-0/*', [{ id: 1, calls: rows(1, 3) }]),
    },
    {
      name: 'truncates a function’s rows',
      request: post('/rpc/ships_over?select=id', { at_least: 1 }),
      ...found('0-1/*', rows(1, 2)),
    },
    {
      name: 'truncates a function’s values',
      request: get('/rpc/count_to?n=5'),
      ...found('0-1/*', [1, 2]),
    },
    {
      name: 'does not truncate the result of a write',
      request: patch('/ships?select=id&order=id', { active: true }, prefer(FULL)),
      ...returned(200, rows(1, 2, 3, 4), { 'content-range': '0-3/*' }),
    },
    {
      name: 'estimates the count if there are more rows',
      request: head('/ships', prefer('count=estimated')),
      ...found('0-1/4', nothing, { status: 206 }),
    },
    {
      name: 'counts exactly if there are fewer rows',
      request: head('/ships?id=eq.1', prefer('count=estimated')),
      ...found('0-0/1', nothing),
    },
  ])
})

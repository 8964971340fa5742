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

describe('a project that answers two rows at most', () => {
  underSettings({ max_rows: 2 })
  scenarios([
    {
      name: 'cuts a page',
      request: get('/ships?select=id&order=id'),
      ...found('0-1/*', rows(1, 2)),
    },
    {
      name: 'cuts a longer limit',
      request: get('/ships?select=id&order=id&limit=3&offset=1'),
      ...found('1-2/*', rows(2, 3)),
    },
    {
      name: 'leaves a shorter one',
      request: get('/ships?select=id&order=id&limit=1'),
      ...found('0-0/*', rows(1)),
    },
    {
      name: 'tells of a part where it counts',
      request: get('/ships?select=id&order=id', prefer('count=exact')),
      ...found('0-1/4', rows(1, 2), { status: 206 }),
    },
    {
      name: 'cuts a Range',
      request: get('/ships?select=id&order=id', { range: '1-9' }),
      ...found('1-2/*', rows(2, 3)),
    },
    {
      name: 'cuts resources embedded to many',
      request: get('/harbours?select=id,calls(id)&id=eq.1&calls.order=id'),
      ...found('0-0/*', [{ id: 1, calls: rows(1, 3) }]),
    },
    {
      name: 'cuts a function’s rows',
      request: post('/rpc/ships_over?select=id', { at_least: 1 }),
      ...found('0-1/*', rows(1, 2)),
    },
    {
      name: 'cuts a function’s values',
      request: get('/rpc/count_to?n=5'),
      ...found('0-1/*', [1, 2]),
    },
    {
      name: 'does not cut what a write answers',
      request: patch('/ships?select=id&order=id', { active: true }, prefer(FULL)),
      ...returned(200, rows(1, 2, 3, 4), { 'content-range': '0-3/*' }),
    },
    {
      name: 'estimates the count of more',
      request: head('/ships', prefer('count=estimated')),
      ...found('0-1/4', nothing, { status: 206 }),
    },
    {
      name: 'counts exactly what is fewer',
      request: head('/ships?id=eq.1', prefer('count=estimated')),
      ...found('0-0/1', nothing),
    },
  ])
})

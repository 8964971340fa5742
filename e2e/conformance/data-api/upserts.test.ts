import { describe, expect } from 'vitest'
import {
  accept,
  done,
  FULL,
  get,
  found,
  post,
  prefer,
  put,
  refused,
  returned,
  scenarios,
  sending,
} from '../../support/scenarios.ts'

const MERGE = 'resolution=merge-duplicates'
const IGNORE = 'resolution=ignore-duplicates'
const merged = (status: number, body: unknown) =>
  returned(status, body, { 'preference-applied': `${MERGE}, ${FULL}` })
const ignored = (body: unknown) =>
  returned(201, body, { 'preference-applied': `${IGNORE}, ${FULL}` })

describe('an upsert with merge-duplicates', () => {
  scenarios([
    {
      name: 'inserts new rows and updates existing ones',
      request: post(
        '/codes',
        [
          { code: 'A', meaning: 'aleph' },
          { code: 'C', meaning: 'charlie' },
        ],
        prefer(MERGE, FULL),
      ),
      ...merged(201, [
        { code: 'A', meaning: 'aleph', uses: 5 },
        { code: 'C', meaning: 'charlie', uses: 1 },
      ]),
    },
    {
      name: 'of existing rows returns 200',
      request: post('/codes?select=code,uses', [{ code: 'A', uses: 6 }], prefer(MERGE, FULL)),
      ...merged(200, [{ code: 'A', uses: 6 }]),
    },
    {
      name: 'without returning rows is 200 if no row is new',
      request: post('/codes', { code: 'A', uses: 6 }, prefer(MERGE)),
      ...done(200, '*/*', { 'preference-applied': MERGE }),
    },
    {
      name: 'without returning rows is 201 if a row is new',
      request: post('/codes', [{ code: 'A' }, { code: 'D' }], prefer(MERGE)),
      ...done(201, '*/*', { 'preference-applied': MERGE }),
    },
    {
      name: 'works with a composite key',
      request: post(
        '/slots?select=hour,ship,note',
        [
          { day: '2024-01-01', hour: 8, ship: 'New' },
          { day: '2024-01-01', hour: 10, ship: 'Late' },
        ],
        prefer(MERGE, FULL),
      ),
      ...merged(201, [
        { hour: 8, ship: 'New', note: 'early' },
        { hour: 10, ship: 'Late', note: 'none' },
      ]),
    },
    {
      name: 'works with a named unique column',
      request: post(
        '/codes?on_conflict=meaning&columns=code,meaning,uses&select=code,uses',
        [{ code: 'A', meaning: 'alpha', uses: 9 }],
        prefer(MERGE, FULL),
      ),
      ...merged(200, [{ code: 'A', uses: 9 }]),
    },
    {
      name: 'works on a table with only a key',
      request: post('/only_keys', [{ id: 1 }, { id: 3 }], prefer(MERGE, FULL)),
      ...merged(201, [{ id: 1 }, { id: 3 }]),
    },
    {
      name: 'of no rows returns 200',
      request: post('/codes', [], prefer(MERGE, FULL)),
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: [],
    },
    {
      name: 'works on a partitioned table',
      request: post(
        '/readings',
        [
          { place: 'bow', year: 2001, value: 9 },
          { place: 'bow', year: 2002, value: 8 },
        ],
        prefer(MERGE, FULL),
      ),
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: [
        { place: 'bow', year: 2001, value: 9 },
        { place: 'bow', year: 2002, value: 8 },
      ],
    },
    {
      name: 'on a table without a key is a plain insert',
      request: post('/pairs', { a: '1', b: 'uno' }, prefer(MERGE, FULL)),
      ...returned(201, [{ a: '1', b: 'uno' }]),
    },
    {
      name: 'of existing rows of a partitioned table returns 200',
      request: post(
        '/readings?select=value',
        [{ place: 'bow', year: 2001, value: 9 }],
        prefer(MERGE, FULL),
      ),
      ...merged(200, [{ value: 9 }]),
    },
    {
      name: 'of existing rows of a view returns 200',
      request: post(
        '/crane_list?on_conflict=id&select=id',
        [{ id: 1, lifts: 9 }],
        prefer(MERGE, FULL),
      ),
      ...merged(200, [{ id: 1 }]),
    },
    {
      name: 'of new rows of a view returns 201',
      request: post(
        '/crane_list?select=id',
        [
          { id: 1, lifts: 9 },
          { id: 8, lifts: 9 },
        ],
        prefer(MERGE, FULL),
      ),
      ...merged(201, [{ id: 1 }, { id: 8 }]),
    },
    {
      name: 'accepts CSV',
      request: post('/codes?select=code,uses', 'code,uses\nA,7\nE,1', {
        ...prefer(MERGE, FULL),
        ...sending('text/csv'),
      }),
      ...merged(201, [
        { code: 'A', uses: 7 },
        { code: 'E', uses: 1 },
      ]),
    },
    {
      name: 'with missing=default generates identities',
      request: post(
        '/crates?columns=id,label&select=label,weight',
        [{ id: 1, label: 'changed' }, { label: 'made' }],
        prefer(MERGE, 'missing=default', FULL),
      ),
      ...returned(
        201,
        [
          { label: 'changed', weight: 10 },
          { label: 'made', weight: null },
        ],
        { 'preference-applied': `${MERGE}, missing=default, ${FULL}` },
      ),
    },
    {
      name: 'of the same row twice is rejected',
      request: post(
        '/codes',
        [
          { code: 'A', uses: 1 },
          { code: 'A', uses: 2 },
        ],
        prefer(MERGE),
      ),
      status: 500,
      headers: { 'proxy-status': 'PostgREST; error=21000' },
      body: expect.objectContaining({ code: '21000' }),
    },
    {
      name: 'with a column that is not unique is rejected',
      request: post('/codes?on_conflict=uses', { code: 'A' }, prefer(MERGE)),
      ...refused(
        400,
        '42P10',
        'there is no unique or exclusion constraint matching the ON CONFLICT specification',
      ),
    },
    {
      name: 'that violates another unique column is rejected',
      request: post('/codes', { code: 'Q', meaning: 'alpha' }, prefer(MERGE)),
      status: 409,
      headers: { 'proxy-status': 'PostgREST; error=23505' },
      body: expect.objectContaining({ code: '23505' }),
    },
    {
      name: 'can count the rows',
      request: post('/codes', [{ code: 'A' }, { code: 'F' }], prefer(MERGE, 'count=exact')),
      ...done(201, '*/2', { 'preference-applied': `${MERGE}, count=exact` }),
    },
  ])
})

describe('an upsert with ignore-duplicates', () => {
  scenarios([
    {
      name: 'inserts new rows and keeps existing ones',
      request: post(
        '/codes?select=code,uses',
        [
          { code: 'A', uses: 0 },
          { code: 'G', uses: 3 },
        ],
        prefer(IGNORE, FULL),
      ),
      ...ignored([{ code: 'G', uses: 3 }]),
    },
    {
      name: 'of existing rows returns 201 without rows',
      request: post('/codes', [{ code: 'A' }, { code: 'B' }], prefer(IGNORE, FULL)),
      ...ignored([]),
    },
    {
      name: 'works with a named unique column',
      request: post(
        '/codes?on_conflict=meaning&select=code',
        [
          { code: 'H', meaning: 'alpha' },
          { code: 'I', meaning: 'india' },
        ],
        prefer(IGNORE, FULL),
      ),
      ...ignored([{ code: 'I' }]),
    },
    {
      name: 'works with a composite key',
      request: post(
        '/slots?select=hour',
        [
          { day: '2024-01-01', hour: 8 },
          { day: '2024-01-01', hour: 11 },
        ],
        prefer(IGNORE, FULL),
      ),
      ...ignored([{ hour: 11 }]),
    },
    {
      name: 'works on a table with only a key',
      request: post('/only_keys', [{ id: 2 }, { id: 4 }], prefer(IGNORE, FULL)),
      ...ignored([{ id: 4 }]),
    },
    {
      name: 'of the same new row twice inserts it once',
      request: post('/codes?select=code', [{ code: 'J' }, { code: 'J' }], prefer(IGNORE, FULL)),
      ...ignored([{ code: 'J' }]),
    },
    {
      name: 'of an existing row as a single object is rejected',
      request: post(
        '/codes',
        { code: 'A' },
        { ...prefer(IGNORE, FULL), ...accept('application/vnd.pgrst.object+json') },
      ),
      ...refused(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
        details: 'The result contains 0 rows',
      }),
    },
    {
      name: 'is needed, because a duplicate key is otherwise rejected',
      request: post('/codes?on_conflict=code', { code: 'A' }),
      status: 409,
      headers: { 'proxy-status': 'PostgREST; error=23505' },
      body: expect.objectContaining({ code: '23505' }),
    },
  ])
})

describe('PUT', () => {
  const KEYS = refused(
    405,
    'PGRST105',
    "Filters must include all and only primary key columns with 'eq' operators",
  )
  scenarios([
    {
      name: 'inserts a new row',
      request: put('/codes?code=eq.K', { code: 'K', meaning: 'kilo', uses: 2 }, prefer(FULL)),
      ...returned(201, [{ code: 'K', meaning: 'kilo', uses: 2 }], { 'content-range': null }),
    },
    {
      name: 'replaces an existing row',
      request: put('/codes?code=eq.A', { code: 'A', meaning: 'new', uses: 0 }, prefer(FULL)),
      ...returned(200, [{ code: 'A', meaning: 'new', uses: 0 }], { 'content-range': null }),
    },
    {
      name: 'returns no body by default',
      request: put('/codes?code=eq.A', { code: 'A', uses: 0 }),
      ...done(204, null),
    },
    {
      name: 'returns no body for a new row either',
      request: put('/codes?code=eq.L', { code: 'L' }),
      ...done(204, null),
    },
    {
      name: 'with return=minimal applies the preference',
      request: put('/codes?code=eq.A', { code: 'A' }, prefer('return=minimal')),
      ...done(204, null, { 'preference-applied': 'return=minimal' }),
    },
    {
      name: 'works with a composite key',
      request: put(
        '/slots?day=eq.2024-01-01&hour=eq.8&select=ship',
        { day: '2024-01-01', hour: 8, ship: 'Put' },
        prefer(FULL),
      ),
      ...returned(200, [{ ship: 'Put' }], { 'content-range': null }),
    },
    {
      name: 'accepts a list of one object',
      request: put('/codes?code=eq.A&select=uses', [{ code: 'A', uses: 4 }], prefer(FULL)),
      ...returned(200, [{ uses: 4 }], { 'content-range': null }),
    },
    {
      name: 'can return a single object',
      request: put(
        '/codes?code=eq.M',
        { code: 'M' },
        { ...prefer(FULL), ...accept('application/vnd.pgrst.object+json') },
      ),
      status: 201,
      headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
      body: { code: 'M', meaning: null, uses: 1 },
    },
    {
      name: 'works on a table with only a key',
      request: put('/only_keys?id=eq.1', { id: 1 }, prefer(FULL)),
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: [{ id: 1 }],
    },
    {
      name: 'writes the whole body regardless of columns and missing',
      request: put(
        '/codes?code=eq.A&columns=code,uses&select=meaning,uses',
        { code: 'A', meaning: 'aleph', uses: 8 },
        prefer(FULL, 'missing=default', 'handling=strict', 'max-affected=0'),
      ),
      status: 200,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'preference-applied': `${FULL}, handling=strict`,
      },
      body: [{ meaning: 'aleph', uses: 8 }],
    },
    ...[{}, [{}], { uses: 8 }].map((body) => ({
      name: `writes nothing if the body lacks the key: ${JSON.stringify(body)}`,
      request: put('/codes?code=eq.A', body, prefer(FULL)),
      ...refused(400, '42703', 'column pgrst_body.code does not exist'),
    })),
    {
      name: 'returns embedded resources in the requested order',
      request: put(
        '/harbours?id=eq.1&select=name,calls(id)&calls.order=id.desc&calls.limit=1&offset=0',
        { id: 1, name: 'Bergen', country: 'NO' },
        prefer(FULL),
      ),
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: [{ name: 'Bergen', calls: [{ id: 4 }, { id: 3 }, { id: 1 }] }],
    },
    ...['calls.crew=eq.9', 'calls.or=(crew.eq.9,id.eq.1)', 'and=(id.eq.1)'].map((filter) => ({
      name: `rejects an additional condition: ${filter}`,
      request: put(`/harbours?id=eq.1&select=calls(id)&${filter}`, {
        id: 1,
        name: 'Bergen',
        country: 'NO',
      }),
      ...refused(
        405,
        'PGRST105',
        "Filters must include all and only primary key columns with 'eq' operators",
      ),
    })),
    {
      name: 'inserts a new row into a partitioned table',
      request: put(
        '/readings?place=eq.mast&year=eq.2010',
        { place: 'mast', year: 2010, value: 1 },
        prefer(FULL),
      ),
      ...returned(201, [{ place: 'mast', year: 2010, value: 1 }], { 'content-range': null }),
    },
    {
      name: 'replaces an existing row of a partitioned table',
      request: put(
        '/readings?place=eq.bow&year=eq.2001',
        { place: 'bow', year: 2001, value: 7 },
        prefer(FULL),
      ),
      ...returned(200, [{ place: 'bow', year: 2001, value: 7 }], { 'content-range': null }),
    },
    {
      name: 'uses the row with the filtered key from several rows',
      request: put(
        '/codes?code=eq.A&select=uses',
        [
          { code: 'A', uses: 4 },
          { code: 'Z', uses: 5 },
        ],
        { ...prefer(FULL), ...accept('application/vnd.pgrst.object+json') },
      ),
      status: 200,
      headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
      body: { uses: 4 },
    },
    {
      name: 'ignores Range',
      request: put(
        '/codes?code=eq.A&select=uses',
        { code: 'A', uses: 4 },
        { ...prefer(FULL), range: '1-1' },
      ),
      ...returned(200, [{ uses: 4 }], { 'content-range': null }),
    },
    {
      name: 'with another key in the body is rejected',
      request: put('/codes?code=eq.A', { code: 'B' }),
      ...refused(400, 'PGRST115', 'Payload values do not match URL in primary key column(s)'),
    },
    {
      name: 'with several rows is rejected',
      request: put(
        '/codes?code=eq.A',
        [{ code: 'A' }, { code: 'B' }].map((row) => ({ ...row, code: 'Z' })),
      ),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST115' },
      body: expect.objectContaining({ code: 'PGRST115' }),
    },
    { name: 'without a key filter is rejected', request: put('/codes', { code: 'A' }), ...KEYS },
    {
      name: 'with a filter on another column is rejected',
      request: put('/codes?meaning=eq.alpha', { code: 'A' }),
      ...KEYS,
    },
    {
      name: 'with an additional filter is rejected',
      request: put('/codes?code=eq.A&uses=eq.5', { code: 'A' }),
      ...KEYS,
    },
    {
      name: 'with a partial key is rejected',
      request: put('/slots?day=eq.2024-01-01', { day: '2024-01-01', hour: 8 }),
      ...KEYS,
    },
    {
      name: 'with another operator is rejected',
      request: put('/codes?code=in.(A,B)', { code: 'A' }),
      ...KEYS,
    },
    {
      name: 'with a negated operator is rejected',
      request: put('/codes?code=not.eq.A', { code: 'A' }),
      ...KEYS,
    },
    {
      name: 'with a group is rejected',
      request: put('/codes?or=(code.eq.A)', { code: 'A' }),
      ...KEYS,
    },
    {
      name: 'on a table without a key is rejected',
      request: put('/pairs?a=eq.1', { a: '1' }),
      ...KEYS,
    },
    {
      name: 'with a limit is rejected',
      request: put('/codes?code=eq.A&limit=1', { code: 'A' }),
      ...refused(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
    },
    {
      name: 'with an offset is rejected',
      request: put('/codes?code=eq.A&offset=1', { code: 'A' }),
      ...refused(400, 'PGRST114', 'limit/offset querystring parameters are not allowed for PUT'),
    },
    {
      name: 'with an impossible key value is rejected',
      request: put('/slots?day=eq.soon&hour=eq.1', { day: '2024-01-01', hour: 1 }),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=22007' },
      body: expect.objectContaining({ code: '22007' }),
    },
    {
      name: 'that was rejected leaves the row unchanged',
      request: get('/codes?code=eq.B'),
      ...found('0-0/*', [{ code: 'B', meaning: 'bravo', uses: 2 }]),
    },
  ])
})

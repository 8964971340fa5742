import { describe, expect } from 'vitest'
import {
  accept,
  done,
  FULL,
  JSON_TYPE,
  nothing,
  post,
  prefer,
  raw,
  refused,
  returned,
  scenarios,
  sending,
} from '../../support/scenarios.ts'

const HEADERS_ONLY = 'return=headers-only'
const crate = { id: 10, label: 'ten', weight: 3.5, stamped: false }

describe('an insert', () => {
  scenarios([
    {
      name: 'of one object returns no body by default',
      request: post('/crates', crate),
      ...done(201, '*/*', { location: null }),
    },
    {
      name: 'with return=minimal applies the preference',
      request: post('/crates', crate, prefer('return=minimal')),
      ...done(201, '*/*', { 'preference-applied': 'return=minimal', location: null }),
    },
    {
      name: 'with return=headers-only returns the row’s location',
      request: post('/crates', crate, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', { 'preference-applied': HEADERS_ONLY, location: '/crates?id=eq.10' }),
    },
    {
      name: 'with return=representation returns the row',
      request: post('/crates', crate, prefer(FULL)),
      ...returned(201, [crate]),
    },
    {
      name: 'returns the selected columns',
      request: post('/crates?select=label,weight', crate, prefer(FULL)),
      ...returned(201, [{ label: 'ten', weight: 3.5 }]),
    },
    {
      name: 'returns casts and aliases',
      request: post('/crates?select=n:id::text,label', crate, prefer(FULL)),
      ...returned(201, [{ n: '10', label: 'ten' }]),
    },
    {
      name: 'ignores select if it returns no rows',
      request: post('/crates?select=label', crate, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', { 'preference-applied': HEADERS_ONLY, location: '/crates?id=eq.10' }),
    },
    {
      name: 'with return=headers-only reports unknown selected columns',
      request: post('/crates?select=colour', crate, prefer(HEADERS_ONLY)),
      ...refused(400, '42703', 'column crates.colour does not exist'),
    },
    {
      name: 'accepts any number of rows regardless of max-affected',
      request: post(
        '/crates?select=id',
        [crate, { ...crate, id: 11 }],
        prefer('handling=strict', 'max-affected=1', FULL),
      ),
      ...returned(201, [{ id: 10 }, { id: 11 }], {
        'preference-applied': `${FULL}, handling=strict`,
      }),
    },
    {
      name: 'can count the rows',
      request: post('/crates', [crate, { ...crate, id: 11 }], prefer('count=exact')),
      ...done(201, '*/2', { 'preference-applied': 'count=exact' }),
    },
    {
      name: 'can count and return the rows',
      request: post('/crates?select=id', crate, prefer(FULL, 'count=exact')),
      ...returned(201, [{ id: 10 }], {
        'content-range': '*/1',
        'preference-applied': `${FULL}, count=exact`,
      }),
    },
    {
      name: 'uses the defaults of missing columns',
      request: post('/crates?select=id,label,weight,stamped', { id: 12 }, prefer(FULL)),
      ...returned(201, [{ id: 12, label: 'plain', weight: null, stamped: true }]),
    },
    {
      name: 'generates an identity',
      request: post('/crates?select=id', { label: 'x' }, prefer(FULL)),
      ...returned(201, [{ id: expect.any(Number) }]),
    },
    {
      name: 'of an empty object creates a row of defaults',
      request: post('/crates?select=label,stamped', {}, prefer(FULL)),
      ...returned(201, [{ label: 'plain', stamped: true }]),
    },
    {
      name: 'of a list of empty objects creates as many rows',
      request: post('/crates?select=label', [{}, {}], prefer(FULL)),
      ...returned(201, [{ label: 'plain' }, { label: 'plain' }]),
    },
    {
      name: 'of an empty list creates no rows',
      request: post('/crates', [], prefer(FULL)),
      ...returned(201, []),
    },
    {
      name: 'of an empty list creates and returns no rows',
      request: post('/crates', []),
      ...done(201, '*/*'),
    },
    {
      name: 'of a value that is not an object creates no rows',
      request: post('/crates', '"text"', prefer(FULL)),
      ...returned(201, []),
    },
    {
      name: 'writes null as given',
      request: post('/pairs', { a: null, b: 'x' }, prefer(FULL)),
      ...returned(201, [{ a: null, b: 'x' }]),
    },
    {
      name: 'into a table without a key returns no location',
      request: post('/pairs', { a: '2', b: 'two' }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', { 'preference-applied': HEADERS_ONLY, location: null }),
    },
    {
      name: 'with a composite key returns a location with all key columns',
      request: post('/slots', { day: '2024-05-05', hour: 7, ship: 'x' }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', {
        'preference-applied': HEADERS_ONLY,
        location: '/slots?day=eq.2024-05-05&hour=eq.7',
      }),
    },
    {
      name: 'encodes the key in the location',
      request: post('/codes', { code: 'R & D/ä' }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', {
        'preference-applied': HEADERS_ONLY,
        location: '/codes?code=eq.R%20%26%20D%2F%C3%A4',
      }),
    },
    {
      name: 'encodes punctuation of the key in the location',
      request: post('/codes', { code: "(it's) *!~" }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', {
        'preference-applied': HEADERS_ONLY,
        location: '/codes?code=eq.%28it%27s%29%20%2A%21~',
      }),
    },
    {
      name: 'orders the key columns in the location as the table does',
      request: post('/lanes', { far: 2, near: 1 }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', {
        'preference-applied': HEADERS_ONLY,
        location: '/lanes?near=eq.1&far=eq.2',
      }),
    },
    {
      name: 'orders the key columns in the location by name if columns are selected',
      request: post('/lanes?select=label', { far: 2, near: 1 }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', {
        'preference-applied': HEADERS_ONLY,
        location: '/lanes?far=eq.2&near=eq.1',
      }),
    },
    {
      name: 'formats a timestamp in the location as in JSON',
      request: post('/tides', { at: '2024-05-05 06:07:00' }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', {
        'preference-applied': HEADERS_ONLY,
        location: '/tides?at=eq.2024-05-05T06%3A07%3A00',
      }),
    },
    {
      name: 'into a view of two tables returns a location with both keys',
      request: post('/gate_queues', { gate: 1, queue: 2 }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', {
        'preference-applied': HEADERS_ONLY,
        location: '/gate_queues?queue=eq.2&gate=eq.1',
      }),
    },
    {
      name: 'with a null key returns a location with is.null',
      request: post('/gate_queues', { gate: 1 }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', {
        'preference-applied': HEADERS_ONLY,
        location: '/gate_queues?queue=is.null&gate=eq.1',
      }),
    },
    {
      name: 'of several rows returns no location',
      request: post('/crates', [crate, { ...crate, id: 11 }], prefer(HEADERS_ONLY)),
      ...done(201, '*/*', { 'preference-applied': HEADERS_ONLY, location: null }),
    },
    {
      name: 'into a partitioned table returns a location',
      request: post('/readings', { place: 'mast', year: 2005, value: 1 }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', {
        'preference-applied': HEADERS_ONLY,
        location: '/readings?place=eq.mast&year=eq.2005',
      }),
    },
    {
      name: 'returns related rows',
      request: post(
        '/ships?select=id,owner:companies!owner_id(name),calls(id)',
        { id: 9, name: 'Egret', tonnage: 1, owner_id: 2 },
        prefer(FULL),
      ),
      ...returned(201, [{ id: 9, owner: { name: 'Fjord Freight' }, calls: [] }]),
    },
    {
      name: 'returns spread rows',
      request: post(
        '/ships?select=id,...companies!owner_id(owner:name)',
        { id: 9, name: 'Egret', tonnage: 1, owner_id: 2 },
        prefer(FULL),
      ),
      ...returned(201, [{ id: 9, owner: 'Fjord Freight' }]),
    },
    {
      name: 'returns rows in the requested order',
      request: post('/crates?select=id&order=id.desc', [{ id: 20 }, { id: 21 }], prefer(FULL)),
      ...returned(201, [{ id: 21 }, { id: 20 }]),
    },
    {
      name: 'can return one row as an object',
      request: post('/crates?select=id', crate, {
        ...prefer(FULL),
        ...accept('application/vnd.pgrst.object+json'),
      }),
      ...returned(
        201,
        { id: 10 },
        { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
      ),
    },
    {
      name: 'can return CSV',
      request: post('/crates?select=id,label', crate, { ...prefer(FULL), ...accept('text/csv') }),
      ...returned(201, raw('id,label\n10,ten'), { 'content-type': 'text/csv; charset=utf-8' }),
    },
  ])
})

describe('columns of an insert', () => {
  scenarios([
    {
      name: 'the columns parameter selects which keys are used',
      request: post(
        '/crates?columns=id,label&select=id,label,weight',
        { id: 13, label: 'y', weight: 9 },
        prefer(FULL),
      ),
      ...returned(201, [{ id: 13, label: 'y', weight: null }]),
    },
    {
      name: 'the columns parameter allows objects with different keys',
      request: post(
        '/crates?columns=id,label,weight&select=id,weight',
        [
          { id: 14, label: 'a' },
          { id: 15, label: 'b', weight: 2, more: 1 },
        ],
        prefer(FULL),
      ),
      ...returned(201, [
        { id: 14, weight: null },
        { id: 15, weight: 2 },
      ]),
    },
    {
      name: 'missing columns are null',
      request: post('/crates?columns=id,label', { id: 16 }),
      ...refused(
        400,
        '23502',
        'null value in column "label" of relation "crates" violates not-null constraint',
        { details: 'Failing row contains (16, null, null, t).' },
      ),
    },
    {
      name: 'missing=default uses the defaults',
      request: post(
        '/crates?columns=id,label,stamped&select=id,label,stamped',
        [{ id: 16 }, { id: 17, label: 'own', stamped: false }],
        prefer(FULL, 'missing=default'),
      ),
      ...returned(
        201,
        [
          { id: 16, label: 'plain', stamped: true },
          { id: 17, label: 'own', stamped: false },
        ],
        { 'preference-applied': `missing=default, ${FULL}` },
      ),
    },
    {
      name: 'missing=default keeps a given null',
      request: post(
        '/codes?columns=code,uses&select=code,uses',
        [{ code: 'X', uses: null }, { code: 'Y' }],
        prefer(FULL, 'missing=default'),
      ),
      ...returned(
        201,
        [
          { code: 'X', uses: null },
          { code: 'Y', uses: 1 },
        ],
        { 'preference-applied': `missing=default, ${FULL}` },
      ),
    },
    {
      name: 'missing=default generates identities',
      request: post(
        '/crates?columns=id,label&select=label',
        [{ label: 'p' }, { label: 'q' }],
        prefer(FULL, 'missing=default'),
      ),
      ...returned(201, [{ label: 'p' }, { label: 'q' }], {
        'preference-applied': `missing=default, ${FULL}`,
      }),
    },
    {
      name: 'missing=default uses a column’s default before that of its domain',
      request: post(
        '/crewmen?columns=id,grade,pay,name',
        [{ id: 1, name: 'Ada' }],
        prefer(FULL, 'missing=default'),
      ),
      ...returned(201, [{ id: 1, grade: 3, pay: 7, name: 'Ada' }], {
        'preference-applied': `missing=default, ${FULL}`,
      }),
    },
    {
      name: 'missing=null is the default',
      request: post(
        '/codes?columns=code,uses&select=uses',
        [{ code: 'X' }],
        prefer(FULL, 'missing=null'),
      ),
      ...returned(201, [{ uses: null }], { 'preference-applied': `missing=null, ${FULL}` }),
    },
    {
      name: 'an unknown key is rejected',
      request: post('/crates', { id: 1, colour: 'red' }),
      ...refused(
        400,
        'PGRST204',
        "Could not find the 'colour' column of 'crates' in the schema cache",
      ),
    },
    {
      name: 'an unknown name in the columns parameter is rejected',
      request: post('/crates?columns=id,colour', { id: 1 }),
      ...refused(
        400,
        'PGRST204',
        "Could not find the 'colour' column of 'crates' in the schema cache",
      ),
    },
    {
      name: 'the alphabetically first of several unknown names is reported',
      request: post('/crates?columns=zone,id,colour', { id: 1 }),
      ...refused(
        400,
        'PGRST204',
        "Could not find the 'colour' column of 'crates' in the schema cache",
      ),
    },
    ...['columns', 'on_conflict'].map((parameter) => ({
      name: `${parameter} without a name is rejected`,
      request: post(`/crates?${parameter}=`, { id: 1 }),
      ...refused(
        400,
        'PGRST100',
        `"failed to parse ${parameter} parameter ()" (line 1, column 1)`,
        {
          details: 'unexpected end of input expecting field name (* or [a..z0..9_$])',
        },
      ),
    })),
    {
      name: 'Postgres rejects a body that is not JSON if columns are given',
      request: post('/crates?columns=id', '', sending('application/json')),
      ...refused(400, '22P02', 'invalid input syntax for type json', {
        details: 'The input string ended unexpectedly.',
      }),
    },
    ...(
      [
        ['/crates?id=many', 'PGRST100'],
        ['/crates?limit=-1', 'PGRST103'],
        ['/colours', 'PGRST102'],
      ] as const
    ).map(([address, code]) => ({
      name: `query string errors are reported before body and table errors: ${code}`,
      request: post(address, '}{', sending('application/json')),
      status: code === 'PGRST103' ? 416 : 400,
      headers: { 'proxy-status': `PostgREST; error=${code}` },
      body: expect.objectContaining({ code }) as unknown,
    })),
    {
      name: 'an invalid columns parameter does not parse',
      request: post('/crates?columns=id,,label', { id: 1 }),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST100' },
      body: expect.objectContaining({ code: 'PGRST100' }),
    },
    {
      name: 'objects with different keys are rejected',
      request: post('/crates', [{ id: 1 }, { id: 2, label: 'x' }]),
      ...refused(400, 'PGRST102', 'All object keys must match'),
    },
    {
      name: 'a list that contains more than objects is rejected',
      request: post('/crates', [{ id: 1 }, 5, 'x']),
      ...refused(400, 'PGRST102', 'All object keys must match'),
    },
    {
      name: 'a list that does not start with an object is rejected',
      request: post('/crates', [5, { id: 1 }]),
      ...refused(400, 'PGRST102', 'All object keys must match'),
    },
    {
      name: 'the order of keys does not matter',
      request: post(
        '/crates?select=id,label',
        [
          { id: 18, label: 'a' },
          { label: 'b', id: 19 },
        ],
        prefer(FULL),
      ),
      ...returned(201, [
        { id: 18, label: 'a' },
        { id: 19, label: 'b' },
      ]),
    },
    {
      name: 'a missing body is rejected',
      request: post('/crates', ''),
      ...refused(400, 'PGRST102', 'Empty or invalid json'),
    },
    {
      name: 'a body that is not JSON is rejected',
      request: post('/crates', '}{ x = 2'),
      ...refused(400, 'PGRST102', 'Empty or invalid json'),
    },
    {
      name: 'a truncated body is rejected',
      request: post('/crates', '[{"id":1}'),
      ...refused(400, 'PGRST102', 'Empty or invalid json'),
    },
  ])
})

describe('an insert accepts', () => {
  const csv = { ...sending('text/csv'), ...prefer(FULL) }
  const form = { ...sending('application/x-www-form-urlencoded'), ...prefer(FULL) }
  scenarios([
    {
      name: 'CSV with a header line',
      request: post('/crates?select=id,label', 'id,label\n30,a\n31,b', csv),
      ...returned(201, [
        { id: 30, label: 'a' },
        { id: 31, label: 'b' },
      ]),
    },
    {
      name: 'CSV without returning rows',
      request: post('/crates', 'id,label\n30,a', sending('text/csv')),
      ...done(201, '*/*'),
    },
    {
      name: 'CSV with quoted commas, quotes, and line breaks',
      request: post('/pairs', 'a,b\n"x, y","say ""z""\nagain"', csv),
      ...returned(201, [{ a: 'x, y', b: 'say "z"\nagain' }]),
    },
    {
      name: 'CSV with the word NULL',
      request: post('/pairs', 'a,b\nNULL,x', csv),
      ...returned(201, [{ a: null, b: 'x' }]),
    },
    {
      name: 'CSV with an empty field',
      request: post('/pairs', 'a,b\n,x', csv),
      ...returned(201, [{ a: '', b: 'x' }]),
    },
    {
      name: 'CSV with its own columns regardless of the columns parameter',
      request: post('/crates?columns=id&select=id,label', 'id,label\n32,zzz', csv),
      ...returned(201, [{ id: 32, label: 'zzz' }]),
    },
    {
      name: 'CSV with blank lines and additional fields',
      request: post('/pairs', 'a,b\n\n1,2,3\n\n', csv),
      ...returned(201, [{ a: '1', b: '2' }]),
    },
    {
      name: 'CSV without rows',
      request: post('/pairs', 'a,colour\n', csv),
      ...returned(201, []),
    },
    {
      name: 'CSV with Windows line breaks',
      request: post('/pairs', 'a,b\r\n1,2\r\n', csv),
      ...returned(201, [{ a: '1', b: '2' }]),
    },
    {
      name: 'no CSV with a line that is too short',
      request: post('/pairs', 'a,b\n1,2\n3', csv),
      ...refused(400, 'PGRST102', 'All lines must have same number of fields'),
    },
    {
      name: 'no CSV with an unknown column',
      request: post('/pairs', 'a,c\n1,2', csv),
      status: 400,
      headers: { 'proxy-status': 'PostgREST; error=PGRST204' },
      body: expect.objectContaining({ code: 'PGRST204' }),
    },
    {
      name: 'a form',
      request: post(
        '/crates?select=id,label,weight,stamped',
        'id=33&label=a+b%21&weight=2.5&stamped=false',
        form,
      ),
      ...returned(201, [{ id: 33, label: 'a b!', weight: 2.5, stamped: false }]),
    },
    {
      name: 'a form that repeats a field and ignores the columns parameter',
      request: post('/pairs?columns=a', 'a=1&a=2&b=3', form),
      ...returned(201, [{ a: '2', b: '3' }]),
    },
    {
      name: 'JSON with a character set',
      request: post(
        '/pairs',
        { a: '1' },
        { ...sending('application/json; charset=utf-8'), ...prefer(FULL) },
      ),
      ...returned(201, [{ a: '1', b: null }]),
    },
    {
      name: 'no other type',
      request: post('/pairs', '<a/>', sending('application/unheard-of')),
      ...refused(400, 'PGRST102', 'Content-Type not acceptable: application/unheard-of'),
    },
    {
      name: 'no other type based on JSON',
      request: post('/pairs', { a: '1' }, sending('application/vnd.harbour+json')),
      ...refused(400, 'PGRST102', 'Content-Type not acceptable: application/vnd.harbour+json'),
    },
  ])
})

describe('the database rejects', () => {
  scenarios([
    {
      name: 'a duplicate primary key',
      request: post('/codes', { code: 'A' }),
      ...refused(409, '23505', 'duplicate key value violates unique constraint "codes_pkey"', {
        details: 'Key (code)=(A) already exists.',
      }),
    },
    {
      name: 'a duplicate unique value',
      request: post('/codes', { code: 'Z', meaning: 'alpha' }),
      ...refused(
        409,
        '23505',
        'duplicate key value violates unique constraint "codes_meaning_key"',
        { details: 'Key (meaning)=(alpha) already exists.' },
      ),
    },
    {
      name: 'a foreign key without a referenced row',
      request: post('/certificates', { ship_id: 99, issuer: 'x' }),
      ...refused(
        409,
        '23503',
        'insert or update on table "certificates" violates foreign key constraint "certificates_ship_id_fkey"',
        { details: 'Key (ship_id)=(99) is not present in table "ships".' },
      ),
    },
    {
      name: 'a null in a column that is not nullable',
      request: post('/crates', { id: 40, label: null }),
      ...refused(
        400,
        '23502',
        'null value in column "label" of relation "crates" violates not-null constraint',
        { details: 'Failing row contains (40, null, null, t).' },
      ),
    },
    {
      name: 'a value that violates a check',
      request: post('/crates', { id: 40, weight: -1 }),
      ...refused(
        400,
        '23514',
        'new row for relation "crates" violates check constraint "crates_weight_check"',
        { details: 'Failing row contains (40, plain, -1, t).' },
      ),
    },
    {
      name: 'text for a number',
      request: post('/crates', { id: 'forty' }),
      ...refused(400, '22P02', 'invalid input syntax for type integer: "forty"'),
    },
    {
      name: 'an invalid date',
      request: post('/slots', { day: 'soon', hour: 1 }),
      ...refused(400, '22007', 'invalid input syntax for type date: "soon"'),
    },
    {
      name: 'a number that is too large',
      request: post('/crates', { id: 99999999999 }),
      ...refused(400, '22003', 'value "99999999999" is out of range for type integer'),
    },
    {
      name: 'an unknown enum label',
      request: post('/samples', { id: 2, flag: 'blue' }),
      ...refused(400, '22P02', 'invalid input value for enum flag: "blue"'),
    },
    {
      name: 'a row that fits no partition',
      request: post('/readings', { place: 'x', year: 1800 }),
      ...refused(400, '23514', 'no partition of relation "readings" found for row', {
        details: 'Partition key of the failing row contains (year) = (1800).',
      }),
    },
    {
      name: 'an unknown table',
      request: post('/boats', { id: 1 }),
      status: 404,
      headers: { 'proxy-status': 'PostgREST; error=PGRST205' },
      body: expect.objectContaining({ code: 'PGRST205' }),
    },
    {
      name: 'a view that cannot be written',
      request: post('/ship_list', { id: 1 }),
      status: 500,
      headers: { 'proxy-status': 'PostgREST; error=55000' },
      body: expect.objectContaining({ code: '55000' }),
    },
    {
      name: 'an entire list if one row fails',
      request: post('/codes', [{ code: 'N1' }, { code: 'A' }], prefer('tx=commit')),
      status: 409,
      headers: { 'proxy-status': 'PostgREST; error=23505' },
      body: expect.objectContaining({ code: '23505' }),
    },
  ])
})

describe('inserting into views', () => {
  scenarios([
    {
      name: 'works for a simple view',
      request: post('/crane_list', { id: 9, lifts: 7 }, prefer(FULL)),
      ...returned(201, [{ id: 9, harbour_id: null, dock_number: null, lifts: 7 }]),
    },
    {
      name: 'works for a view with a trigger',
      request: post('/port_sheet', { id: 9, name: 'Genoa', country: 'IT' }, prefer(FULL)),
      ...returned(201, [{ id: 9, name: 'Genoa', country: 'IT' }]),
    },
    {
      name: 'returns a location with the table’s key',
      request: post('/crane_list', { id: 9, lifts: 7 }, prefer(HEADERS_ONLY)),
      ...done(201, '*/*', { 'preference-applied': HEADERS_ONLY, location: '/crane_list?id=eq.9' }),
    },
    {
      name: 'lets a trigger set status and headers',
      request: post('/loud', { id: 2, word: 'header' }),
      status: 202,
      headers: { 'x-loud': 'very', 'x-more': 'yes', 'content-type': null },
      body: nothing,
    },
    {
      name: 'lets a trigger return an error with its own status',
      request: post('/loud', { id: 2, word: 'teapot' }),
      status: 418,
      headers: { 'content-type': JSON_TYPE, 'proxy-status': 'PostgREST; error=PT418' },
      body: {
        code: 'PT418',
        message: 'short and stout',
        details: 'tip me over',
        hint: 'pour me out',
      },
    },
  ])
})

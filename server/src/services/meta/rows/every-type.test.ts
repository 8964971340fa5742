import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMetaApp, query, type MetaApp } from '../../../../test/meta/app.ts'

/**
 * Values of each built-in type, as SQL accepts them. The test below fails if Postgres gets a type
 * that is not listed.
 */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  bool: ['t', 'f'],
  int2: ['-32768', '32767'],
  int4: ['-2147483648', '2147483647'],
  int8: ['-9223372036854775808', '9223372036854775807'],
  float4: ['NaN', '-Infinity', '-0', '1e-40', '0.1'],
  float8: ['NaN', 'Infinity', '-0', '5e-324', '0.30000000000000004', '1e308'],
  numeric: [`-${'1234567890'.repeat(10)}.${'0987654321'.repeat(10)}`, 'NaN', '-Infinity', '1.500'],
  money: ['-92233720368547758.08', '1234.50'],
  oid: ['4294967295', '0'],
  text: ['', ' a\t\r\n\\ ', 'NULL', '"quoted" \'text\'', 'é😀e\u0301', '{}'],
  varchar: ['', 'null', 'a\rb'],
  bpchar: ['', 'a  '],
  name: ['', 'a"b'],
  char: ['', 'x', '\\377'],
  bytea: ['', '\\x00ff5c', '\\\\000'],
  bit: ['0', '1'],
  varbit: ['', '0101100111000'],
  date: ['infinity', '-infinity', '4713-01-01 BC', '5874897-12-31', '0001-01-01'],
  time: ['00:00', '24:00', '23:59:59.999999'],
  timetz: ['24:00-15:59:59', '12:00:00.5+05:45'],
  timestamp: [
    'infinity',
    '-infinity',
    '0044-03-15 12:30:00.000001 BC',
    '294276-12-31 23:59:59.999999',
  ],
  timestamptz: ['infinity', '-infinity', '0044-03-15 12:30:00+00 BC', '2026-10-25 02:30:00.5+01'],
  interval: ['infinity', '-1 year -2 mons +3 days -04:05:06.000007', '178000000 years', '0'],
  json: [
    '{"b": 1, "b" :  2}',
    '123456789012345678901234567890.10',
    '"\\u0041\\n"',
    'null',
    ' [ ] ',
  ],
  jsonb: ['{"n": 12345678901234567890.1230}', '"\\u2028"', 'null', '1e400'],
  jsonpath: ['$."a"[*] ? (@ > 1)', 'strict $'],
  xml: ['<a b="1">\n  <c/>&amp;<!-- d --></a>', 'text', ''],
  uuid: ['00000000-0000-0000-0000-000000000000', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11'],
  inet: ['::ffff:1.2.3.4/128', '10.1.2.3/8'],
  cidr: ['10.0.0.0/8', '2001:db8::/32'],
  macaddr: ['08:00:2b:01:02:03'],
  macaddr8: ['08:00:2b:01:02:03:04:05'],
  point: ['(-0,1e-300)', '(Infinity,NaN)'],
  line: ['{1,-1,0}'],
  lseg: ['[(1,2),(3,4)]'],
  box: ['(3,4),(1,2)'],
  path: ['[(1,2),(3,4)]', '((1,2),(3,4))'],
  polygon: ['((0,0),(1,1),(1,0))'],
  circle: ['<(1,2),3.5>'],
  tsvector: ["'a''b':1A,2 'c\\\\d'", ''],
  tsquery: ["'a' & !'b c':*A <2> 'd'", ''],
  int4range: ['empty', '[1,5)', '(,)', '[,5)'],
  int8range: ['[-9223372036854775808,)'],
  numrange: ['(1.10,1.200]', '[-Infinity,NaN]'],
  daterange: ['[-infinity,infinity]', '["0044-03-15 BC","0001-01-01")'],
  tsrange: ['["0044-03-15 12:30:00 BC",infinity)'],
  tstzrange: ['["2026-01-01 00:00:00+00","2026-01-01 00:00:00.000001+00")'],
  int4multirange: ['{}', '{[1,2),[5,)}'],
  int8multirange: ['{(,3),[7,9)}'],
  nummultirange: ['{[1.0,2.00],(3,4)}'],
  datemultirange: ['{[-infinity,2000-01-01),[2001-01-01,infinity)}'],
  tsmultirange: ['{["2000-01-01 00:00:00","2001-01-01 00:00:00")}'],
  tstzmultirange: ['{["2000-01-01 00:00:00+00",)}'],
  pg_lsn: ['FFFFFFFF/FFFFFFFF', '0/0'],
  pg_snapshot: ['10:20:10,14,15'],
  txid_snapshot: ['10:20:10,14,15'],
  xid: ['4294967295'],
  xid8: ['18446744073709551615'],
  cid: ['7'],
  tid: ['(4294967295,65535)'],
  int2vector: ['1 2 3', ''],
  oidvector: ['1 2 3', ''],
  refcursor: ['<unnamed portal 1>', ''],
  aclitem: ['anon=r*w/postgres'],
  regclass: ['pg_class', '-', '999999999'],
  regcollation: ['"C"'],
  regconfig: ['english'],
  regdictionary: ['simple'],
  regnamespace: ['pg_catalog'],
  regoper: ['pg_catalog.||/'],
  regoperator: ['+(integer,integer)'],
  regproc: ['now', '-'],
  regprocedure: ['sum(integer)'],
  regrole: ['postgres'],
  regtype: ['timestamp with time zone'],
}

/** Types of a project's own, and arrays of several kinds. */
const OWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  'feeling[]': ['{ok,"so so",NULL}', '{}'],
  feeling: ['so so', '"', ''],
  'pair[]': ['{"(1,\\"a \\"\\"b\\"\\", c\\")","(,)",NULL,"(,\\"\\")"}'],
  nested: ['("(1,"" x "")","{""(2,y)"",NULL}")', '(,)'],
  short: ['abc', ''],
  positive: ['0.10'],
  'short[]': ['{a,"",NULL}'],
  tags: ['{"a,b","null"}'],
  textrange: ['["a,b","c""d")', '[,""]', 'empty'],
  textmultirange: ['{["a","b"),["x y",]}'],
  'int4[]': ['[0:1][-1:1]={{1,2,NULL},{4,5,6}}', '{}', '{{{1},{2}}}'],
  'text[]': ['{"a\\"b","c\\\\d",null,"null","","{}", "\r\n"}'],
  'bytea[]': ['{"\\\\x00ff",""}'],
  'json[]': ['{"{\\"a\\": 1e400}"}'],
  'timestamptz[]': ['{infinity,"0044-03-15 12:30:00+00 BC"}'],
  'int4range[]': ['{"[1,2)",empty}'],
  'numeric(40,10)': ['123456789012345678901234567890.1234567890'],
  'varchar(3)': ['ab ', ''],
  'char(4)': ['a', ''],
  'bit(5)': ['10101'],
  'timestamp(2)': ['2026-01-01 00:00:00.55'],
  'interval year to month': ['3 years 2 mons'],
}

/** Postgres has no `=` for them, so a filter must name the column instead of failing. */
const WITHOUT_EQUALITY = [
  'json',
  'jsonpath',
  'xml',
  'point',
  'polygon',
  'pg_snapshot',
  'txid_snapshot',
  'refcursor',
  'json[]',
]

const CASES = [...Object.entries(VALUES), ...Object.entries(OWN_VALUES)]
const NAMES = CASES.map((_, index) => `c${index}`)
const HEIGHT = Math.max(...CASES.map(([, values]) => values.length))

// "char" is a type of its own in quotes, and a keyword without.
const typeSql = (type: string) => (type === 'char' ? '"char"' : type)
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

let meta: MetaApp

beforeAll(async () => {
  meta = await createMetaApp()
  const columns = CASES.map(([type], index) => `c${index} ${typeSql(type)}`).join(', ')
  // The last row has NULL in every column.
  const rows = Array.from({ length: HEIGHT + 1 }, (_, row) => {
    const values = CASES.map(([type, list]) => {
      const value = list[row]
      return value === undefined ? 'null' : `${quoted(value)}::${typeSql(type)}`
    })
    return `(${row}, ${values.join(', ')})`
  })
  await meta.test.run(`
    create type feeling as enum ('ok', 'so so', '"', '');
    create type pair as (a int, b text);
    create type nested as (p pair, many pair[]);
    create domain short as varchar(3);
    create domain positive as numeric check (value > 0);
    create domain tags as text[];
    create type textrange as range (subtype = text, collation = "C");
    create table source (id int primary key, ${columns});
    create table target (like source including all);
    insert into source values ${rows.join(', ')};
    insert into target (id) select id from source;
  `)
})
afterAll(() => meta.stop())

type Rows = { readonly columns: string[]; readonly rows: { cells: (string | null)[] }[] }

const post = async (table: string, path: string, body: object) =>
  meta.call('POST', `/tables/${await meta.idOf(table)}/rows${path}`, body)
const listed = async (table: string): Promise<Rows> => {
  const answer = await post(table, '/list', {})
  expect(answer.status).toBe(200)
  return answer.body
}
const rowsOf = async (sql: string): Promise<string[][]> => {
  const { status, body } = await meta.call('POST', '/query', query(sql))
  expect(body).toHaveProperty('results')
  expect(status).toBe(200)
  return body.results.at(-1).rows
}

const valuesOf = ({ columns, rows }: Rows, row: number) =>
  Object.fromEntries(
    columns.flatMap((name, index) =>
      name === 'id' ? [] : [[name, rows[row]?.cells[index] ?? null]],
    ),
  )

/** Names the columns of a copy that are stored with other bytes than the source. */
async function differences(copy: string): Promise<string[]> {
  const tests = NAMES.map(
    (name, index) =>
      `select '${CASES[index]?.[0].replaceAll("'", "''")} ' || s.id from source s join ${copy} t using (id)
       where not record_image_eq(row(s.${name}), row(t.${name}))`,
  )
  return (await rowsOf(tests.join(' union all '))).flat()
}

describe('every type', () => {
  it('is one of the cases', async () => {
    const rows = await rowsOf(`
      select typname from pg_type
      where typnamespace = 'pg_catalog'::regnamespace and typtype in ('b', 'r', 'm')
        and typelem = 0 and typname not in
          -- Their input functions refuse every text.
          ('pg_node_tree', 'pg_ndistinct', 'pg_dependencies', 'pg_mcv_list', 'pg_brin_bloom_summary',
           'pg_brin_minmax_multi_summary', 'gtsvector')`)
    const builtIn: string[] = rows.flat()
    expect(builtIn.filter((name) => !Object.hasOwn(VALUES, name))).toEqual([])
  })

  it('keeps its value when a cell is saved as it was read', async () => {
    const source = await listed('source')
    const changes = source.rows.map((row, index) => ({
      kind: 'update',
      key: { id: row.cells[0] },
      version: null,
      values: valuesOf(source, index),
    }))
    const saved = await post('target', '/changes', { changes })
    expect(saved.body).not.toHaveProperty('code')
    expect(await differences('target')).toEqual([])
    expect(saved.body.rows.map((row: { values: object }) => row.values)).toEqual(
      source.rows.map((_, index) => valuesOf(source, index)),
    )
    // An undo compares the values that the browser has with the stored ones.
    const undone = await post('target', '/changes', {
      changes: changes.map(({ values, ...change }) => ({
        ...change,
        expected: values,
        values: { c0: 't' },
      })),
    })
    expect(undone.status).toBe(200)
  })

  it('keeps its value in a new row and in the SQL of a review', async () => {
    const source = await listed('source')
    await meta.test.run('create table inserted (like source including all)')
    await meta.test.run('create table reviewed (like source including all)')
    const changes = source.rows.map((row, index) => ({
      kind: 'insert',
      values: { id: row.cells[0], ...valuesOf(source, index) },
    }))
    for (const { values } of changes) {
      expect((await post('inserted', '', { values })).status).toBe(201)
    }
    expect(await differences('inserted')).toEqual([])
    const preview = await post('reviewed', '/changes', { changes, dry_run: true })
    await meta.test.run(preview.body.statements.join(';\n'))
    expect(await differences('reviewed')).toEqual([])
  })

  it('is printed by the SQL editor as the table editor prints it', async () => {
    const source = await listed('source')
    expect(source.rows.map(({ cells }) => cells)).toEqual(
      await rowsOf('select * from source order by id'),
    )
  })

  it('finds its row again by filters, or refuses a filter that names it', async () => {
    const source = await listed('source')
    const filters = CASES.map(([type], index) => ({
      type,
      filter: { column: `c${index}`, operator: 'eq', value: source.rows[0]?.cells[index + 1] },
    }))
    const comparable = filters.filter(({ type }) => !WITHOUT_EQUALITY.includes(type))
    for (let start = 0; start < comparable.length; start += 50) {
      const group = comparable.slice(start, start + 50).map(({ filter }) => filter)
      const { body } = await post('source', '/list', { filters: group })
      expect(body).toMatchObject({ rows: [{ cells: expect.arrayContaining(['0']) }] })
    }
    for (const { filter } of filters.filter(({ type }) => WITHOUT_EQUALITY.includes(type))) {
      const { body } = await post('source', '/list', { filters: [filter] })
      expect(body).toMatchObject({ code: 'invalid_filter', details: { column: filter.column } })
    }
  })

  it('keeps its value in exported SQL', async () => {
    const { body: exported } = await meta.app.inject({
      method: 'POST',
      url: `/platform/meta/${meta.test.project.ref}/tables/${await meta.idOf('source')}/rows/export`,
      payload: { format: 'sql' },
    })
    await meta.test.run('alter table source rename to original')
    await meta.test.run('create table source (like original including all)')
    await meta.test.run(exported)
    await meta.test.run('alter table source rename to exported')
    await meta.test.run('alter table original rename to source')
    expect(await differences('exported')).toEqual([])
  })
})

import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { edgeEvent, HOUR, HOUR_MS, REF, writtenLogs } from '../../../test/hand-written-logs.ts'

const span = { from: HOUR * 1000, to: (HOUR + HOUR_MS) * 1000 }
const ALL = '/* edge_logs postgres_logs */'

function setUp(limits: { queryMs?: number; bytes?: number } = {}) {
  const logs = writtenLogs({ limits })
  const segment = logs.write('edge_logs', [edgeEvent(1), edgeEvent(2)])
  const secret = path.join(logs.folder, 'secret.csv')
  writeFileSync(secret, 'top secret', { mode: 0o644 })
  const query = (text: string) =>
    logs.reader.readAsMember(REF, { span, text: `${text} ${ALL}`, maxRows: 1000 })
  return { logs, segment, secret, query }
}

/** Statements that name another file, with its path in place of FILE. */
const FILES = [
  `select * from read_text('FILE')`,
  `select * from read_blob('FILE')`,
  `select * from read_csv('FILE')`,
  `select * from read_csv_auto('FILE')`,
  `select * from read_json('FILE')`,
  `select * from read_json_auto('FILE')`,
  `select * from read_json_objects('FILE')`,
  `select * from read_ndjson('FILE')`,
  `select * from read_parquet('FILE')`,
  `select * from parquet_scan('FILE')`,
  `select * from parquet_metadata('FILE')`,
  `select * from parquet_schema('FILE')`,
  `select * from sniff_csv('FILE')`,
  `select * from read_duckdb('FILE')`,
  `select * from glob('FILE')`,
  `select * from glob('/etc/*')`,
  `select * from glob('**')`,
  `select * from 'FILE'`,
  `select * from "FILE"`,
  `select * from 'edge_logs/2026-06-01T12.0.ndjson'`,
  `select * from read_text('/etc/passwd')`,
  `select * from read_text('../../../../../../etc/passwd')`,
  `select * from read_text('edge_logs/../../secret.csv')`,
  `select * from read_text('/proc/self/environ')`,
  `select * from read_csv('/proc/self/maps')`,
  `select * from read_text(['FILE'])`,
  `select (select content from read_text('FILE'))`,
  `with recursive t as (select content from read_text('FILE') union all select content from t) select * from t`,
  `select * from edge_logs, lateral (select * from read_text('FILE'))`,
  `select * from edge_logs where exists (from read_text('FILE'))`,
  `from read_text('FILE')`,
  `table "FILE"`,
  `with "FILE" as (select 1) select * from "FILE"`,
  `select * from edge_logs pivot (count(*) for id in (select content from read_text('FILE')))`,
  `select list(select content from read_text('FILE'))`,
  `select * from query('select * from read_text(''FILE'')')`,
  `select * from query_table('FILE')`,
  `describe 'FILE'`,
  `summarize 'FILE'`,
]

/** Statements that write, reach a network, load code, or change or show the engine. */
const STATEMENTS = [
  `copy (select 1) to 'FILE'`,
  `copy edge_logs to '/tmp/stoa-stolen.csv'`,
  `copy (select 1) to 'edge_logs/2026-06-01T12.0.ndjson'`,
  `export database '/tmp/stoa-stolen'`,
  `import database '/tmp/stoa-stolen'`,
  `attach 'FILE' as other`,
  `attach ':memory:' as other`,
  `detach memory`,
  `use memory.other`,
  `create table mine as select 1`,
  `create temp table mine as select 1`,
  `create or replace view edge_logs as select 1`,
  `create macro mine() as 1`,
  `create secret (type s3, key_id 'x', secret 'y')`,
  `create sequence mine`,
  `drop view edge_logs`,
  `alter view edge_logs rename to mine`,
  `insert into edge_logs values (1)`,
  `update edge_logs set id = 'x'`,
  `delete from edge_logs`,
  `truncate edge_logs`,
  `install httpfs`,
  `load httpfs`,
  `load 'FILE'`,
  `force install sqlite from 'http://localhost:1/x'`,
  `select * from 'http://127.0.0.1:1/x.parquet'`,
  `select * from read_csv('https://example.com/x.csv')`,
  `select * from read_parquet('s3://bucket/x.parquet')`,
  `select * from postgres_scan('host=localhost', 'public', 'x')`,
  `select * from sqlite_scan('FILE', 'x')`,
  `set memory_limit = '100GB'`,
  `set enable_external_access = true`,
  `set lock_configuration = false`,
  `reset memory_limit`,
  `pragma memory_limit = '100GB'`,
  `pragma enable_profiling`,
  `pragma database_list`,
  `call enable_logging()`,
  `call pragma_version()`,
  `set variable x = 1`,
  `prepare x as select 1`,
  `execute x`,
  `begin`,
  `checkpoint`,
  `vacuum`,
  `analyze`,
  `explain select 1`,
  `explain analyze select 1`,
  `show tables`,
  `show all tables`,
  `describe edge_logs`,
  `select * from (describe edge_logs)`,
  `select * from duckdb_settings()`,
  `select * from duckdb_secrets()`,
  `select * from duckdb_views()`,
  `select * from duckdb_extensions()`,
  `select * from duckdb_logs()`,
  `select * from pragma_database_list`,
  `select * from information_schema.tables`,
  `select * from pg_catalog.pg_tables`,
  `select * from sqlite_master`,
  `select * from main.sqlite_master`,
  `with sqlite_master as (select 1) select * from main.sqlite_master`,
  `select * from memory.main.edge_logs`,
  `select * from other_project.edge_logs`,
  `select current_setting('allowed_paths')`,
  `select getvariable('x')`,
  `select getenv('HOME')`,
  `select write_log('x')`,
  `select nextval('x')`,
  `select 1; select 2`,
  `select 1; drop view edge_logs`,
  `; ; `,
  `-- nothing`,
  `pivot edge_logs on id using count(*)`,
  `select $1`,
  `select ?`,
  `select $name`,
]

describe('a hostile query', () => {
  it('is refused, whatever file or state it names, and changes nothing', async () => {
    const { segment, secret, query, logs } = setUp()
    const before = { size: statSync(segment).size, names: readdirSync(logs.folder) }
    for (const statement of [...FILES, ...STATEMENTS]) {
      const text = statement.replaceAll('FILE', secret)
      const outcome = await query(text).then(
        ({ rows }) => `returned ${JSON.stringify(rows).slice(0, 200)}`,
        ({ code, hint }: { code: string; hint?: string }) => (hint === undefined ? hint : code),
      )
      expect([text, outcome]).toEqual([
        text,
        expect.stringMatching(/^log_query_(?:refused|failed)$/),
      ])
    }
    expect(statSync(segment).size).toBe(before.size)
    expect(readdirSync(logs.folder)).toEqual(before.names)
    expect(existsSync('/tmp/stoa-stolen.csv')).toBe(false)
    expect(existsSync('/tmp/stoa-stolen')).toBe(false)
    expect((await query('select count(*) from edge_logs')).rows).toEqual([[2]])
  }, 120_000)

  it.each([
    [
      'joins a source to itself without end',
      `select count(*) from range(100000000) a, edge_logs b, range(100000000) c where a.range * c.range = b.timestamp::varchar::double`,
    ],
    [
      'counts for ever',
      `with recursive n as (select 1::hugeint as i union all select i + 1 from n) select max(i) from n`,
    ],
    [
      'matches for ever',
      `select count(*) from range(1000000000) where regexp_matches(repeat('a', 5000) || range, '(a|aa)*b')`,
    ],
  ])('is ended if it %s', async (_, text) => {
    const { query } = setUp({ queryMs: 1500 })
    await expect(query(text)).rejects.toMatchObject({
      code: 'log_query_too_expensive',
      status: 422,
      hint: expect.any(String),
    })
    expect((await query('select count(*) from edge_logs')).rows).toEqual([[2]])
  })

  it.each([
    ['one text', `select length(repeat('x', 3000000000)) from edge_logs`],
    ['a sorted result', `select md5(range::varchar) m from range(500000000) order by m desc`],
    ['aggregated text', `select length(string_agg(repeat('x', 1000), '')) from range(10000000)`],
  ])('is ended if it needs memory without end for %s', async (_, text) => {
    const { query } = setUp({ bytes: 500 * 2 ** 20 })
    await expect(query(text)).rejects.toMatchObject({ code: 'log_query_too_expensive' })
    expect((await query('select count(*) from edge_logs')).rows).toEqual([[2]])
  })

  it('returns no more rows and bytes than its limits', async () => {
    const { query } = setUp()
    const many = await query('select * from range(100000000)')
    expect(many.rows).toHaveLength(1000)
    expect(many.isTruncated).toBe(true)
    const large = await query(`select repeat('x', 10000) from range(5000)`)
    expect(large.rows.length).toBeLessThan(1000)
    expect(large.isTruncated).toBe(true)
  })

  it('is refused if it is nested too deeply to be parsed', async () => {
    const { query } = setUp()
    const texts = [
      `select ${'('.repeat(9000)}1${')'.repeat(9000)}`,
      `select ${'not '.repeat(4000)} true`,
      `select ${'1+'.repeat(9000)}1`,
      `${'select * from ('.repeat(600)}select 1${')'.repeat(600)}`,
    ]
    for (const text of texts) {
      const status = await query(text).then(
        () => 200,
        (error: { status?: number }) => error.status ?? 500,
      )
      expect([200, 400, 422]).toContain(status)
    }
    expect((await query('select count(*) from edge_logs')).rows).toEqual([[2]])
  })

  it('ends when its client leaves, and lets the next one run', async () => {
    const { logs, query } = setUp()
    const leaving = new AbortController()
    const text = `select count(*) from range(100000000) a, range(100000000) b where a.range < b.range`
    const running = logs.reader.readAsMember(REF, { span, text, maxRows: 1 }, leaving.signal)
    setTimeout(() => leaving.abort(), 300)
    await expect(running).rejects.toThrow('ended')
    expect((await query('select count(*) from edge_logs')).rows).toEqual([[2]])
  })
})

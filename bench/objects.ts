import { askPlatform } from '../e2e/support/platform-api.ts'
import { createProject, discard, startServer } from '../e2e/support/server.ts'
import { atMost, type Finding } from './finding.ts'
import { median } from './load.ts'
import { runSql } from './rest-setup.ts'

const TABLES = 5000
const FUNCTIONS = 20_000
/** Statements per transaction, which is limited because a transaction locks every table it creates. */
const AT_ONCE = 500
const ROUNDS = 7

const LISTS = {
  'list of 5,000 tables': '/tables?schema=public',
  'a page of 20,000 functions': '/objects/functions?limit=100',
  'the last page of 20,000 functions': `/objects/functions?limit=100&offset=${FUNCTIONS - 100}`,
  'a search in 20,000 functions': '/objects/functions?search=f19999',
  'a page of 5,000 indexes': '/objects/indexes?limit=100',
  'a search in 5,000 indexes': '/objects/indexes?search=t4999',
}

/** Measures the lists of a project with thousands of tables and functions, as the dashboard reads them. */
export async function measureObjects(): Promise<Finding[]> {
  const server = await startServer()
  try {
    const project = await createProject(server, 'Objects')
    await runSql(project, ...repeat(TABLES, TABLE), ...repeat(FUNCTIONS, FUNCTION), 'analyze')
    const findings: Finding[] = []
    for (const [what, path] of Object.entries(LISTS)) {
      const took: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const begun = performance.now()
        await askPlatform(server, 'GET', `/meta/${project.ref}${path}`)
        took.push(performance.now() - begun)
      }
      findings.push(atMost(what, median(took), 'ms', 100))
    }
    return findings
  } finally {
    await discard(server)
  }
}

const TABLE = 'create table t%s (id int primary key, name varchar(100), made timestamptz)'
const FUNCTION = 'create function f%s(a int) returns int language sql as $f$ select a $f$'

/** Runs a statement with each number from 1 in the place of `%s`. */
function repeat(count: number, statement: string): readonly string[] {
  return Array.from({ length: count / AT_ONCE }, (_, part) => {
    const first = part * AT_ONCE + 1
    return `do $$ begin
      for n in ${first} .. ${first + AT_ONCE - 1} loop
        execute format('${statement.replaceAll("'", "''")}', n);
      end loop;
    end $$`
  })
}

/**
 * `npm run -s sample`: prints the sample database that the tests and the bench load, as SQL;
 * `-- courier` prints the other one, with schemas, partitions, JSON and keys of several columns.
 */
import { spawnSync } from 'node:child_process'
import { ensureInstalled, fail, findRuntime, requireNode, root } from './lib/environment.mjs'

requireNode()
ensureInstalled()
const runtime = findRuntime()
const [name = 'sample'] = process.argv.slice(2)
const database = {
  sample: ['sampleDatabase', 'sample-database.ts'],
  courier: ['courierDatabase', 'courier-database.ts'],
}[name]
if (!database) fail(`There is no sample database ${name}. Use courier, or no name.`)
const [generate, file] = database
const program = `
  import { ${generate} } from './server/test/sample-database/${file}'
  process.stdout.write(${generate}())`
const result = spawnSync(
  runtime.node,
  [
    ...runtime.flags,
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    program,
  ],
  { cwd: root, stdio: 'inherit' },
)
process.exit(result.status ?? 1)

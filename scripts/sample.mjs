/** `npm run -s sample`: prints the sample database that the tests and the bench load, as SQL. */
import { spawnSync } from 'node:child_process'
import { ensureInstalled, findRuntime, requireNode, root } from './lib/environment.mjs'

requireNode()
ensureInstalled()
const runtime = findRuntime()
const program = `
  import { sampleDatabase } from './server/test/sample-database/sample-database.ts'
  process.stdout.write(sampleDatabase())`
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

/** `npm run -s stoa -- <command>`: runs a command against the running server. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled, findRuntime, requireNode, root } from './lib/environment.mjs'

requireNode()
ensureInstalled({ withTools: false })
const runtime = findRuntime()
const result = spawnSync(
  runtime.node,
  [
    ...runtime.flags,
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'server', 'src', 'cli', 'main.ts'),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
)
process.exit(result.status ?? 1)

/** `npm run chaos`: runs e2e/chaos/main.ts with the same arguments. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import {
  ensureDashboard,
  ensureInstalled,
  fail,
  findRuntime,
  requireNode,
  root,
  toolEnvironment,
} from './lib/environment.mjs'

if (process.platform !== 'linux')
  fail('This runs on Linux only, because it looks for processes in /proc.')
requireNode()
ensureInstalled()
const runtime = findRuntime()
ensureDashboard(runtime)
const result = spawnSync(
  runtime.node,
  [
    ...runtime.flags,
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'e2e', 'chaos', 'main.ts'),
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: toolEnvironment(runtime) },
)
process.exit(result.status ?? 1)

/** `npm run bench`: runs bench/main.ts with the same arguments, which writes bench/results.json. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import {
  ensureDashboard,
  ensureInstalled,
  findRuntime,
  requireNode,
  root,
  toolEnvironment,
} from './lib/environment.mjs'

requireNode()
ensureInstalled()
const runtime = findRuntime()
ensureDashboard(runtime)
const result = spawnSync(
  runtime.node,
  [
    ...runtime.flags,
    '--disable-warning=ExperimentalWarning',
    path.join(root, 'bench', 'main.ts'),
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: { ...toolEnvironment(runtime), STOA_CHROMIUM: findChromium() },
  },
)
process.exit(result.status ?? 1)

/** `npm run dev`: runs the server, which restarts on source changes, and Vite on port 5173. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import {
  ensureInstalled,
  findRuntime,
  requireNode,
  root,
  toolEnvironment,
} from './lib/environment.mjs'

requireNode()
ensureInstalled()
const runtime = findRuntime()
const { STOA_PORT: port = 8000, STOA_API_PORT: apiPort = Number(port) + 1 } = process.env
const env = {
  // People open Vite's port: mails may redirect to that origin only.
  STOA_PUBLIC_URL: 'http://localhost:5173',
  STOA_API_URL: `http://localhost:${apiPort}`,
  ...toolEnvironment(runtime),
  NODE_ENV: 'development',
}
const start = (command, args, cwd) => spawn(command, args, { stdio: 'inherit', env, cwd })
const children = [
  start(
    runtime.node,
    [...runtime.flags, `--watch-path=${path.join(root, 'server', 'src')}`, 'server/src/main.ts'],
    root,
  ),
  start('vite', [], path.join(root, 'dashboard')),
]
for (const child of children)
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGINT')
    process.exitCode = code ?? 1
  })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})

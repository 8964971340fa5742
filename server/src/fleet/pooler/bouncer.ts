import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import {
  closeSocketFolder,
  prepareSocketFolder,
  removeSocket,
  SOCKET_PORT,
} from '../../postgres/clusters/socket-folder.ts'
import type { Account } from '../../postgres/engines/account.ts'
import { postgresEnvironment } from '../../postgres/engines/run.ts'
import { socketPathOf } from '../../postgres/front-door/sockets.ts'
import type { ControlGroup } from '../../postgres/processes/control-groups.ts'
import type { Watchdog } from '../../postgres/processes/watchdog.ts'
import { commandAs } from '../../postgres/processes/without-network.ts'
import { poolerNotReady } from './refusals.ts'

export type BouncerOptions = {
  readonly file: string
  /** The account of the project's Postgres, whose socket it connects to. */
  readonly account: Account | undefined
  readonly socketDir: string
  readonly group: ControlGroup
  readonly watchdog: Watchdog
  readonly onLine: (line: string) => void
}

/** Its files, which it reads when it starts and when it is told to. */
export type BouncerFiles = { readonly config: string; readonly users: string }

/** One PgBouncer process. */
export type Bouncer = {
  readonly isRunning: boolean
  start(files: BouncerFiles): Promise<void>
  /** Changed files apply to new clients, and to connections to Postgres once they are free. */
  reload(files: BouncerFiles): Promise<void>
  /** Ends it with its clients. */
  stop(): Promise<void>
}

const CONFIG = 'pgbouncer.ini'
const USERS = 'users.txt'
const START_MS = 5000
const POLL_MS = 20
const END_MS = 2000

/** Next to the folder of the socket, and not in it, because only the server writes here. */
const configFolderOf = (socketDir: string) => `${socketDir}.d`
export const usersFileOf = (socketDir: string) => path.join(configFolderOf(socketDir), USERS)

export function createBouncer(options: BouncerOptions): Bouncer {
  const { account, socketDir, group, watchdog } = options
  const folder = configFolderOf(socketDir)
  let child: ChildProcess | undefined
  let ended: Promise<void> = Promise.resolve()

  async function write({ config, users }: BouncerFiles): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const [name, content] of Object.entries({ [CONFIG]: config, [USERS]: users })) {
      // PgBouncer does not notice a change within the same second, but always another file.
      const next = path.join(folder, `${name}.next`)
      await writeFile(next, content, { mode: 0o600 })
      if (account) await chown(next, process.getuid?.() ?? 0, account.gid)
      await chmod(next, account ? 0o640 : 0o600)
      await rename(next, path.join(folder, name))
    }
    if (account) await chown(folder, process.getuid?.() ?? 0, account.gid)
    await chmod(folder, account ? 0o710 : 0o700)
  }

  async function end(): Promise<void> {
    const late = setTimeout(() => child?.kill('SIGKILL'), END_MS)
    child?.kill('SIGTERM')
    await ended
    clearTimeout(late)
    await group.end()
    removeSocket(socketDir)
    for (const each of [socketDir, folder]) await remove(each)
    await group.close()
  }

  return {
    get isRunning() {
      return child !== undefined
    },
    async start(files) {
      await prepareSocketFolder(socketDir, account)
      await write(files)
      await group.open()
      const command = commandAs(account, options.file, [path.join(folder, CONFIG)])
      const spawned = spawn(command.file, command.args, {
        cwd: folder,
        env: postgresEnvironment(),
        detached: true,
        stdio: ['ignore', 'ignore', 'pipe'],
        ...command.ids,
      })
      child = spawned
      const { pid } = spawned
      if (pid !== undefined) {
        group.add(pid)
        watchdog.add(pid, folder)
      }
      createInterface({ input: spawned.stderr }).on('line', options.onLine)
      ended = new Promise((resolve) => {
        const finish = () => {
          if (pid !== undefined) watchdog.remove(pid)
          if (child === spawned) child = undefined
          resolve()
        }
        spawned.once('error', finish)
        spawned.once('exit', finish)
      })
      try {
        await whenListening(socketDir, () => child === spawned)
        closeSocketFolder(socketDir, account)
      } catch (error) {
        await end()
        throw error
      }
    },
    async reload(files) {
      await write(files)
      child?.kill('SIGHUP')
    },
    stop: end,
  }
}

async function whenListening(socketDir: string, isRunning: () => boolean): Promise<void> {
  const place = socketPathOf({ socketDir, port: SOCKET_PORT })
  const deadline = performance.now() + START_MS
  while (!existsSync(place)) {
    if (!isRunning() || performance.now() > deadline) throw poolerNotReady()
    await sleep(POLL_MS)
  }
}

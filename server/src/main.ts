import { randomBytes } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { readConfig, unknownSettings, type Config } from './main/config.ts'
import { countExternalMemory } from './main/external-memory.ts'
import { returnMemoryWhenIdle } from './main/idle-memory.ts'
import { addressOf } from './main/recovery/recovery-file.ts'
import { AppError } from './lib/errors.ts'
import type { Doors, Installation } from './main/installation.ts'

/** Tells `npm start` that the next start would fail for the same reason (`EX_CONFIG` of sysexits.h). */
const NOT_AGAIN = 78

/** A running main server responds sooner. */
const WAIT_MS = 1000

const checkout = fileURLToPath(new URL('../..', import.meta.url))

/** `main.ts recover <store>`, as the command line starts it. */
const [, , task, store] = process.argv
const isRecovery = task === 'recover'

countExternalMemory(process.versions.node)
returnMemoryWhenIdle()
try {
  const config = readConfig(
    { ...process.env, ...(isRecovery && { STOA_BACKUPS: store }) },
    checkout,
  )
  for (const name of unknownSettings(process.env))
    console.warn(
      `${name} is not a setting and has no effect. Run "npm start -- --help" for a list.`,
    )
  if (isRecovery) await runRecovery(config)
  else if (config.role === 'realtime') await runRealtimeNode(config)
  else await runMainServer(config)
} catch (error) {
  explain(error)
  process.exit(isForAPerson(error) ? NOT_AGAIN : 1)
}

/** Recovers an empty data folder with the key that the standard input has. */
async function runRecovery(config: Config): Promise<void> {
  const { recoverInstallation } = await import('./main/recovery/recover.ts')
  await recoverInstallation(config, {
    installationKey: Buffer.from((await text(process.stdin)).trim(), 'base64'),
    print: (line) => console.log(line),
  })
  process.exit(0)
}

async function runMainServer(config: Config): Promise<void> {
  const interruption = new AbortController()
  const starting = start(config, interruption.signal)
  stopOnSignals(starting, interruption)
  await announce(await starting)
}

async function start(config: Config, signal: AbortSignal): Promise<Installation> {
  const { startInstallation } = await import('./main/installation.ts')
  const { createServices } = await import('./services/index.ts')
  const operatorToken = newToken()
  return startInstallation(config, {
    checkout,
    operatorToken,
    signal,
    onWaiting: () => console.log('Another Stoa server is stopping. Waiting for its end …'),
    onListening: (doors) => writeOperatorFile(config, doors, operatorToken),
    createServices,
  })
}

/** Loads only what it needs, so that a node takes less memory than the server. */
async function runRealtimeNode(config: Config): Promise<void> {
  const { startRealtimeNode } = await import('./main/realtime-node.ts')
  const starting = startRealtimeNode(config)
  stopOnSignals(starting)
  const node = await starting
  void node.rejected.then((error) => {
    explain(error)
    // `npm start` tries again, with the code that is there then.
    process.exit(1)
  })
  const waiting = setTimeout(() => console.log('Waiting for the main server …'), WAIT_MS)
  await node.met
  clearTimeout(waiting)
  console.log(`Stoa is ready for realtime clients: ${node.url}`)
}

function newToken(): string {
  return `stoa_operator_${randomBytes(32).toString('base64url')}`
}

/** Writes the file that the command line on this machine needs; only this account can read it. */
async function writeOperatorFile(
  config: Config,
  { localUrl, postgresPort }: Doors,
  token: string,
): Promise<void> {
  const file = path.join(config.dataDir, 'operator.json')
  const content = {
    url: localUrl,
    token,
    postgres_port: postgresPort,
    store: config.backups ? addressOf(config.backups) : null,
  }
  await writeFile(`${file}.partial`, JSON.stringify(content, null, 2), { mode: 0o600 })
  await rename(`${file}.partial`, file)
}

async function announce(installation: Installation): Promise<void> {
  const link = await installation.ownerLink()
  const invitation =
    link === undefined
      ? []
      : ['Open this link to create the first account, the operator. It works once:', `  ${link}`]
  // A single write, so that a process that waits for the first line gets all of them.
  console.log([`Stoa is ready: ${installation.url}`, ...invitation].join('\n'))
}

/** Stops the server after a signal. One that is still starting is stopped when it has started. */
function stopOnSignals(
  starting: Promise<{ stop(): Promise<void> }>,
  interruption?: AbortController,
): void {
  let isStopping = false
  const stop = (signal: NodeJS.Signals) => {
    // A second signal exits immediately; the watchdog ends the clusters once the process is gone.
    if (isStopping) process.exit(1)
    isStopping = true
    if (signal === 'SIGINT') console.log('\nStopping …')
    interruption?.abort()
    starting
      .then((server) => server.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          explain(error)
          process.exit(1)
        },
      )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  // `npm start` was killed: without it nobody would restart this server, or stop it with Ctrl-C.
  if (process.connected) process.once('disconnect', () => stop('SIGTERM'))
  else if (process.send !== undefined) stop('SIGTERM')
}

/** Whether a person has to change something, such as a setting, before a start can succeed. */
function isForAPerson(error: unknown): boolean {
  return error instanceof AppError && error.status === 500
}

function explain(error: unknown): void {
  if (!(error instanceof AppError)) {
    console.error(error)
    return
  }
  console.error(`${error.message} (${error.code})`)
  if (error.hint) console.error(error.hint)
  if (typeof error.details === 'string' && error.details) console.error(error.details)
  if (error.cause instanceof Error) console.error(error.cause.message)
}

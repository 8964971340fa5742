import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { newDataFolder } from './data-folder.ts'
import type { OrdinaryAccount } from './ordinary-account.ts'
import { askPlatform } from './platform-api.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const mainFile = path.join(root, 'server', 'src', 'main.ts')
const flagsFile = path.join(root, 'server', 'node-flags.json')

export type StartedServer = {
  readonly url: string
  readonly dataDir: string
  readonly pid: number
  /** The one-time link to create the first account, which is printed as long as there is none. */
  readonly ownerLink: string | undefined
  readonly postgresPort: number
  /** The server's output so far. */
  output(): string
  /** Ends the server with a signal and waits for its exit. */
  kill(signal: NodeJS.Signals): Promise<void>
}

/**
 * Starts the real server as `npm start` does after installing and building, on loopback and free
 * ports, by default with a data folder that an earlier start has left without accounts and projects.
 * Resolves when the server is ready.
 */
export async function startServer(
  options: {
    dataDir?: string
    env?: Record<string, string>
    account?: OrdinaryAccount
    /** Called with the process, long before it is ready. */
    spawned?: (child: ChildProcess) => void
  } = {},
): Promise<StartedServer> {
  const dataDir = options.dataDir ?? (await newDataFolder())
  const { child, lines, kill } = await startProcess(dataDir, options)
  const operator = JSON.parse(await readFile(path.join(dataDir, 'operator.json'), 'utf8')) as {
    url: string
    postgres_port: number
  }
  const output = () => lines.join('\n')
  return {
    url: operator.url,
    dataDir,
    pid: child.pid ?? 0,
    ownerLink: /https?:\/\/\S+\/setup\?token=\S+/.exec(output())?.[0],
    postgresPort: operator.postgres_port,
    output,
    kill,
  }
}

export type StartedNode = Pick<StartedServer, 'url' | 'pid' | 'kill'>

/** Starts a further process for the realtime clients of a server's projects. */
export async function startRealtimeNode(
  { dataDir }: Pick<StartedServer, 'dataDir'>,
  env: Record<string, string> = {},
): Promise<StartedNode> {
  const { child, lines, kill } = await startProcess(dataDir, {
    env: { STOA_ROLE: 'realtime', ...env },
  })
  const url = /https?:\/\/\S+/.exec(lines.join('\n'))?.[0] ?? ''
  return { url, pid: child.pid ?? 0, kill }
}

/** The ports of a server, so that another one at the same ports can replace it. */
export const portsOf = (
  { url, postgresPort }: StartedServer,
  { api_url: apiUrl }: Pick<ProjectInfo, 'api_url'>,
): Record<string, string> => ({
  STOA_PORT: new URL(url).port,
  STOA_API_PORT: new URL(apiUrl).port,
  STOA_POSTGRES_PORT: `${postgresPort}`,
})

type ProcessOptions = {
  readonly env?: Record<string, string>
  readonly account?: OrdinaryAccount
  readonly spawned?: (child: ChildProcess) => void
}

async function startProcess(dataDir: string, { env = {}, account, spawned }: ProcessOptions) {
  const flags = JSON.parse(await readFile(flagsFile, 'utf8')) as string[]
  const child = spawn(process.execPath, [...flags, mainFile], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      STOA_PORT: '0',
      STOA_POSTGRES_PORT: '0',
      STOA_DATA_DIR: dataDir,
      ...env,
    },
    ...account,
  })
  spawned?.(child)
  const lines: string[] = []
  await untilReady(child, lines)
  return {
    child,
    lines,
    async kill(signal: NodeJS.Signals): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill(signal)
      await gone
    },
  }
}

/** Shuts down a server gracefully and deletes its data. */
export async function discard(server: StartedServer): Promise<void> {
  await server.kill('SIGTERM')
  await rm(server.dataDir, { recursive: true, force: true })
}

function untilReady(child: ChildProcess, lines: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream }).on('line', (line) => {
          lines.push(line)
          if (line.startsWith('Stoa is ready')) resolve()
        })
    child.once('exit', (code) =>
      reject(new Error(`The server ended with ${code} before it was ready:\n${lines.join('\n')}`)),
    )
  })
}

export type CliAnswer = { readonly code: number; readonly stdout: string; readonly stderr: string }

/** Runs the command line against a started server. */
export function stoa(server: StartedServer, ...args: string[]): Promise<CliAnswer> {
  const child = spawn(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      path.join(root, 'server', 'src', 'cli', 'main.ts'),
      ...args,
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, STOA_DATA_DIR: server.dataDir },
    },
  )
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return new Promise((resolve) =>
    child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr })),
  )
}

export type ProjectInfo = {
  readonly ref: string
  readonly compute: string
  readonly organization_slug: string
  readonly name: string
  readonly status: string
  readonly api_url: string
  readonly anon_key: string
  readonly service_role_key: string
  readonly publishable_key: string
  readonly secret_key: string
  readonly jwt_secret: string
  readonly connection_string: string
}

/**
 * Creates an organization and an active project, as the command line does with `--wait --json`,
 * which would take two more processes.
 */
export async function createProject(
  server: Pick<StartedServer, 'url' | 'dataDir'>,
  name: string,
): Promise<ProjectInfo> {
  const { slug } = await askPlatform<{ slug: string }>(server, 'POST', '/organizations', {
    name: `${name} org`,
  })
  const created = await askPlatform<{ ref: string }>(server, 'POST', '/projects', {
    organization_slug: slug,
    name,
    db_pass: randomBytes(24).toString('base64url'),
  })
  const path = `/projects/${created.ref}`
  type Detail = Pick<ProjectInfo, 'ref' | 'compute' | 'organization_slug' | 'name' | 'status'> & {
    readonly endpoints: Pick<ProjectInfo, 'api_url'>
    readonly failure: unknown
  }
  let project: Detail
  do {
    await delay(50)
    project = await askPlatform<Detail>(server, 'GET', path)
  } while (project.status === 'COMING_UP')
  if (project.status !== 'ACTIVE_HEALTHY')
    throw new Error(`${name} is ${project.status}: ${JSON.stringify(project.failure)}`)
  type PublicKeys = Pick<ProjectInfo, 'anon_key' | 'publishable_key'>
  type Secrets = Pick<
    ProjectInfo,
    'service_role_key' | 'secret_key' | 'jwt_secret' | 'connection_string'
  >
  const { anon_key, publishable_key } = await askPlatform<PublicKeys>(
    server,
    'GET',
    `${path}/api-keys`,
  )
  const secrets = await askPlatform<Secrets>(server, 'POST', `${path}/api-keys/reveal`)
  const { endpoints, ...shown } = project
  return { ...shown, ...secrets, anon_key, publishable_key, api_url: endpoints.api_url }
}

import { randomBytes } from 'node:crypto'
import os from 'node:os'
import type { RateLimit } from '../../../lib/rate-limit.ts'
import type { Project } from '../../../project/project.ts'
import { databaseUrl, type DatabaseDoor } from '../database/door.ts'
import { bootError, unavailable } from '../errors.ts'
import type { FunctionVersion } from '../versions/version.ts'
import { denoArguments } from './deno.ts'
import type { ProcessFolders } from './deno-start.ts'
import { functionEnvironment } from './environment.ts'
import type { RuntimeDeps } from './runtime-deps.ts'
import { startWorker, type Worker } from './worker.ts'

/** Limits calls between functions: one that calls itself twice would otherwise never end. */
const NESTED_CALLS: RateLimit = { burst: 1000, perMinute: 5000 }

/** Starts a process for a version, in folders of its own. Rejects with `BOOT_ERROR`. */
export async function startFunction(
  deps: RuntimeDeps,
  project: Project,
  version: FunctionVersion,
): Promise<Worker> {
  const executionId = deps.newId()
  const secrets = await deps.secrets(project)
  const database = await databaseOf(deps, project)
  const env = functionEnvironment({
    project,
    version,
    executionId,
    secrets,
    databaseUrl: database?.url,
  })
  const folders = await openFolders(deps, project, version)
  try {
    const worker = await startWorker({
      project,
      version,
      folders,
      executionId,
      env,
      door: database?.door,
      token: randomBytes(16).toString('hex'),
      denoArguments: denoArguments({
        ...folders,
        heapMegabytes: deps.limits.heapMegabytes,
        allowsPrivate: deps.allowsPrivate,
        registries: deps.registries,
        ownAddresses: ownAddresses(),
      }),
      registries: deps.registries,
      limits: deps.limits,
      logs: deps.logs,
      admitCall: () => deps.nestedCalls.take(project.ref, NESTED_CALLS),
    })
    void worker.ended.then(() => deps.folders.close(project.ref, folders))
    return worker
  } catch (error) {
    await deps.folders.close(project.ref, folders)
    throw error
  }
}

/** A function that does not use Postgres also runs without a connection. */
async function databaseOf(
  { database: { door: openDoor, login } }: Pick<RuntimeDeps, 'database'>,
  project: Project,
): Promise<{ readonly door: DatabaseDoor; readonly url: string } | undefined> {
  try {
    const door = openDoor()
    return { door, url: await databaseUrl(project, { door, login }) }
  } catch (error) {
    project.log('functions').warn({ err: error }, 'Functions cannot sign in to the database.')
    return undefined
  }
}

async function openFolders(
  { folders, logs }: Pick<RuntimeDeps, 'folders' | 'logs'>,
  project: Project,
  version: FunctionVersion,
): Promise<ProcessFolders> {
  try {
    await folders.prepare()
  } catch (error) {
    throw unavailable(error)
  }
  try {
    return await folders.open(project.ref, version)
  } catch (error) {
    logs.add(project, { ...version, executionId: '' }, () => ({
      kind: 'boot',
      level: 'error',
      message: `The files of the function cannot be used: ${String(error)}`,
    }))
    throw bootError(error)
  }
}

const ownAddresses = (): readonly string[] =>
  Object.values(os.networkInterfaces()).flatMap((list) =>
    (list ?? []).map(({ address }) => address),
  )

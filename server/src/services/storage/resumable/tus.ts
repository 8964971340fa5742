import { DataStore, ERRORS, Server, Upload, type Locker } from '@tus/server'
import { AppError } from '../../../lib/errors.ts'
import type { StorageContext } from '../context.ts'
import { toStorageError } from '../errors.ts'
import { UPLOADED } from '../objects/upload.ts'
import type { StorageSession } from '../session.ts'
import { completeUpload } from './complete.ts'
import { EXPIRATION_MS, type UploadFiles, type UploadInfo } from './upload-files.ts'

/** How long a request that is asked to end may take to write the bytes it has received. */
const DRAIN_MS = 3000

const EXTENSIONS = [
  'creation',
  'creation-with-upload',
  'creation-defer-length',
  'termination',
  'expiration',
]

export type TusRequest = {
  readonly context: StorageContext
  /** Commits the object. */
  readonly session: StorageSession
  readonly files: UploadFiles
  readonly locks: Locker
  readonly id: string
  readonly maxBytes: number
  /** The address of the upload, as the `Location` of its creation. */
  readonly location: string
  /** The metadata that a creation adds. */
  readonly created?: Omit<UploadInfo, 'id' | 'size' | 'createdAt'> | undefined
}

/** Carries out one request of the protocol that its caller is allowed to make. */
export async function handleTus(request: Request, tus: TusRequest): Promise<Response> {
  const { id, location, maxBytes } = tus
  const { datastore, settled } = createStore(tus)
  const failures: Error[] = []
  const server = new Server({
    path: '/',
    datastore,
    locker: untilSettled(tus.locks, settled),
    lockDrainTimeout: DRAIN_MS,
    maxSize: maxBytes,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => id,
    getFileIdFromRequest: () => id,
    generateUrl: () => location,
    onResponseError(_request, error) {
      if (!(error instanceof Error) || 'status_code' in error) return undefined
      const known = toStorageError(error)
      if (known instanceof AppError)
        return { status_code: known.status, body: `${known.message}\n` }
      failures.push(error)
      return undefined
    },
  })
  const response = await server.handleWeb(request)
  const [failure] = failures
  if (failure) throw failure
  return response
}

/** Gives the library access to the uploads, for one request. */
function createStore({ context, session, files, created }: TusRequest) {
  let writing: Promise<void> = Promise.resolve()

  async function find(id: string) {
    const found = await files.find(id)
    if (!found) throw ERRORS.FILE_NOT_FOUND
    return found
  }

  /** Resolves to the offset. A complete upload first becomes an object. */
  async function finishIfComplete(id: string): Promise<number> {
    const { info, offset, isFinished } = await find(id)
    if (!isFinished && offset === info.size)
      await completeUpload({ ...context, session }, files, info)
    return offset
  }

  async function write(body: Parameters<UploadFiles['append']>[1], id: string): Promise<number> {
    const { offset: before, isFinished } = await find(id)
    if (isFinished) return before
    try {
      await files.append(id, body)
    } finally {
      const received = ((await files.find(id))?.offset ?? before) - before
      context.project.count('storage', UPLOADED, received)
    }
    return finishIfComplete(id)
  }

  const datastore = Object.assign(new DataStore(), {
    extensions: EXTENSIONS,
    getExpiration: () => EXPIRATION_MS,
    async create(upload: Upload) {
      if (!created) throw ERRORS.FILE_NOT_FOUND
      const createdAt = context.clock.now().toISOString()
      upload.creation_date = createdAt
      const { id, size } = upload
      await files.create({ ...created, id, createdAt, ...(size !== undefined && { size }) })
      await finishIfComplete(id)
      return upload
    },
    async getUpload(id: string) {
      const offset = await finishIfComplete(id)
      const { info } = await find(id)
      return new Upload({
        id,
        offset,
        metadata: info.metadata,
        creation_date: info.createdAt,
        ...(info.size !== undefined && { size: info.size }),
      })
    },
    async declareUploadLength(id: string, size: number) {
      await files.declareSize((await find(id)).info, size)
    },
    write(body: Parameters<typeof write>[0], id: string) {
      const written = write(body, id)
      writing = written.then(
        () => {},
        () => {},
      )
      return written
    },
    remove: (id: string) => files.remove(id),
  })
  return { datastore, settled: () => writing }
}

/** The library can abandon a failing write; the upload stays locked until that has ended. */
const untilSettled = (locks: Locker, settled: () => Promise<void>): Locker => ({
  newLock(id) {
    const lock = locks.newLock(id)
    return {
      lock: (signal, cancel) => lock.lock(signal, cancel),
      async unlock() {
        await settled()
        await lock.unlock()
      },
    }
  },
})

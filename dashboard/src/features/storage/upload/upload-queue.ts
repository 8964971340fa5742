export type UploadState = 'waiting' | 'uploading' | 'conflict' | 'done' | 'failed' | 'canceled'

export type Upload = {
  readonly id: string
  /** The whole name in the bucket. */
  readonly name: string
  readonly file: File
  readonly state: UploadState
  /** Bytes that were sent. */
  readonly sent: number
  readonly error?: unknown
}

/** What to do with a file whose name is taken. */
export type Resolution = 'replace' | 'skip' | 'rename'

export type NewUpload = { name: string; file: File }

type Send = (
  upload: { name: string; file: File; replace: boolean },
  options: { signal: AbortSignal; onProgress: (sent: number) => void },
) => Promise<void>

type UploadQueueOptions = {
  send: Send
  newId: () => string
  /** Whether a failure means that the name is taken. */
  isTaken: (error: unknown) => boolean
  /** The next name to try when one is taken and the file is to be renamed. */
  nextName: (name: string) => string
  /** Called when files have arrived: after the last upload, and now and then before. */
  onArrived: () => void
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

const PARALLEL = 3
/** How many files arrive before the list is read again during a long upload. */
const ARRIVED_TOGETHER = 25

/** Uploads files, three at a time, in the order in which they were added. */
export function createUploadQueue(options: UploadQueueOptions) {
  let uploads: readonly Upload[] = []
  let arrived = 0
  const listeners = new Set<() => void>()
  const running = new Map<string, AbortController>()
  const resolutions = new Map<string, Resolution>()

  function change(id: string, fields: Partial<Upload>) {
    uploads = uploads.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload))
    for (const listener of listeners) listener()
  }

  function startNext() {
    for (const upload of uploads) {
      if (running.size >= PARALLEL) return
      if (upload.state === 'waiting' && !running.has(upload.id)) void run(upload)
    }
    if (running.size === 0) reportArrived()
  }

  async function run({ id, file, name }: Upload) {
    const controller = new AbortController()
    running.set(id, controller)
    change(id, { state: 'uploading', sent: 0, error: undefined })
    try {
      await sendUnder(name, { id, file, signal: controller.signal })
      change(id, { state: 'done', sent: file.size })
      arrived += 1
      if (arrived >= ARRIVED_TOGETHER) reportArrived()
    } catch (error) {
      if (controller.signal.aborted) change(id, { state: 'canceled' })
      else if (options.isTaken(error)) change(id, { state: 'conflict' })
      else change(id, { state: 'failed', error })
    } finally {
      running.delete(id)
      startNext()
    }
  }

  /** Tries names until one is free, if the file is to be renamed. */
  async function sendUnder(
    first: string,
    { id, file, signal }: { id: string; file: File; signal: AbortSignal },
  ) {
    const resolution = resolutions.get(id)
    const onProgress = (sent: number) => change(id, { sent: Math.min(sent, file.size) })
    for (let name = first; ; name = options.nextName(name)) {
      if (name !== first) change(id, { name })
      try {
        const replace = resolution === 'replace'
        await options.send({ name, file, replace }, { signal, onProgress })
        return
      } catch (error) {
        if (resolution !== 'rename' || !options.isTaken(error)) throw error
      }
    }
  }

  function reportArrived() {
    if (arrived === 0) return
    arrived = 0
    options.onArrived()
  }

  function cancel(id: string) {
    const controller = running.get(id)
    if (controller) controller.abort()
    else change(id, { state: 'canceled' })
  }

  function again(id: string) {
    change(id, { state: 'waiting', sent: 0, error: undefined })
  }

  return {
    uploads: () => uploads,

    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    add(files: readonly NewUpload[]) {
      const added = files.map(({ name, file }): Upload => {
        return { id: options.newId(), name, file, state: 'waiting', sent: 0 }
      })
      uploads = [...uploads, ...added]
      for (const listener of listeners) listener()
      startNext()
    },

    cancel,

    /** Uploads a failed or canceled file again. */
    retry(id: string) {
      again(id)
      startNext()
    },

    /** Answers the question about files whose names are taken. */
    resolve(ids: readonly string[], resolution: Resolution) {
      for (const id of ids) {
        resolutions.set(id, resolution)
        if (resolution === 'skip') change(id, { state: 'canceled' })
        else again(id)
      }
      startNext()
    },

    cancelAll() {
      for (const { id, state } of uploads) if (isOpen(state)) cancel(id)
    },

    /** Removes what needs no attention anymore from the list. */
    clear() {
      uploads = uploads.filter(({ state }) => isOpen(state))
      for (const listener of listeners) listener()
    },
  }
}

/** Whether an upload is not finished yet. */
export const isOpen = (state: UploadState): boolean =>
  state === 'waiting' || state === 'uploading' || state === 'conflict'

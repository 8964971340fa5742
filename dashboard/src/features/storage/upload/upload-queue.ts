export type UploadState =
  | 'waiting'
  | 'uploading'
  | 'paused'
  | 'conflict'
  | 'done'
  | 'failed'
  | 'canceled'

export type Upload = {
  readonly id: string
  /** The whole name in the bucket. */
  readonly name: string
  readonly file: File
  readonly state: UploadState
  /** Number of bytes sent. */
  readonly sent: number
  readonly error?: unknown
}

/** The action for a file whose name is taken. */
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
  /** Whether a failure means that the connection was lost. */
  isLost: (error: unknown) => boolean
  /** Called with a canceled file, which may be partly uploaded. */
  abandon: (file: File) => void
  /** The next name to try when a name is taken and the file is to be renamed. */
  nextName: (name: string) => string
  /** Called when files have been uploaded: after the last upload, and periodically before. */
  onArrived: () => void
}

export type UploadQueue = ReturnType<typeof createUploadQueue>

/** Why a paused transfer is aborted. */
const PAUSED = new Error('The upload is paused.')
const PARALLEL = 3
/** How many files are uploaded before the list is read again during a long upload. */
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
    change(id, { state: 'uploading', error: undefined })
    try {
      await sendUnder(name, { id, file, signal: controller.signal })
      change(id, { state: 'done', sent: file.size })
      arrived += 1
      if (arrived >= ARRIVED_TOGETHER) reportArrived()
    } catch (error) {
      if (controller.signal.reason === PAUSED) change(id, { state: 'paused' })
      else if (controller.signal.aborted) {
        change(id, { state: 'canceled' })
        options.abandon(file)
      } else if (options.isTaken(error)) change(id, { state: 'conflict' })
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

  const find = (id: string) => uploads.find((upload) => upload.id === id)

  function cancel(id: string) {
    const controller = running.get(id)
    if (controller) {
      controller.abort()
      return
    }
    const upload = find(id)
    if (!upload || !isOpen(upload.state)) return
    change(id, { state: 'canceled' })
    options.abandon(upload.file)
  }

  function pause(id: string) {
    const controller = running.get(id)
    if (controller) controller.abort(PAUSED)
    else if (find(id)?.state === 'waiting') change(id, { state: 'paused' })
  }

  /**
   * Puts an upload back into the queue. After a pause or a failure, it resumes where it stopped.
   */
  function again({ id, state, sent }: Upload) {
    const isInterrupted = state === 'paused' || state === 'failed'
    change(id, { state: 'waiting', sent: isInterrupted ? sent : 0, error: undefined })
  }

  function restart(isMeant: (upload: Upload) => boolean) {
    for (const upload of uploads.filter(isMeant)) again(upload)
    startNext()
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
    /** Interrupts an upload until it is resumed. */
    pause,

    /** Continues a paused or failed upload, or starts a canceled one again. */
    resume: (id: string) => restart((upload) => upload.id === id && canResume(upload.state)),

    pauseAll() {
      for (const { id, state } of uploads) if (state === 'waiting') pause(id)
      for (const id of running.keys()) pause(id)
    },

    resumeAll: () => restart(({ state }) => state === 'paused'),

    /** Resumes uploads that failed because the connection was lost. */
    reconnect: () => restart(({ state, error }) => state === 'failed' && options.isLost(error)),

    /** Applies the user's decision about files whose names are taken. */
    resolve(ids: readonly string[], resolution: Resolution) {
      for (const id of ids) resolutions.set(id, resolution)
      if (resolution === 'skip') for (const id of ids) cancel(id)
      else restart(({ id }) => ids.includes(id))
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
  state === 'waiting' || state === 'uploading' || state === 'paused' || state === 'conflict'

/** Whether an upload can be continued or started again. */
export const canResume = (state: UploadState): boolean =>
  state === 'paused' || state === 'failed' || state === 'canceled'

/** Limits for one function and one project. */
export type RuntimeLimits = {
  /** From the start of a process until the function accepts requests, including its downloads. */
  readonly bootMs: number
  /** From a request until its response is complete; the same for background tasks. */
  readonly requestMs: number
  /** Processor time of one request. */
  readonly cpuMs: number
  /** JavaScript values of one process, and all its memory. */
  readonly heapMegabytes: number
  readonly memoryBytes: number
  /** Temporary files of one process. */
  readonly scratchBytes: number
  /**
   * All files of a project's running functions together: temporary files, downloads, the Cache API
   * and `localStorage`.
   */
  readonly projectBytes: number
  /** How long a process without requests is kept. */
  readonly idleMs: number
  readonly maxPerProject: number
  readonly maxOverall: number
  /** Processes reserved for organizations that have none. */
  readonly reserved: number
}

export const DEFAULT_LIMITS: RuntimeLimits = {
  bootMs: 30_000,
  requestMs: 150_000,
  cpuMs: 5000,
  heapMegabytes: 256,
  memoryBytes: 512 * 1024 * 1024,
  scratchBytes: 512 * 1024 * 1024,
  projectBytes: 1024 * 1024 * 1024,
  idleMs: 60_000,
  maxPerProject: 10,
  maxOverall: 50,
  reserved: 5,
}

import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { EndSignal } from '../../lib/end-signal.ts'
import type { ReaderAccounts } from './account.ts'
import { IDLE_MS, MAX_KEPT_BYTES, MAX_PROCESSES } from './limits.ts'
import type { ProcessFence } from './process-fence.ts'
import type { QueryRequest } from './protocol.ts'
import {
  startQueryProcess,
  type QueryOutcome,
  type QueryProcess,
  type QueryProcessOptions,
} from './query-process.ts'

export type ProcessesOptions = {
  readonly folder: string
  readonly accounts: ReaderAccounts
  readonly fence: Promise<ProcessFence>
  readonly limits?: QueryProcessOptions['limits']
  readonly idleMs?: number
}

type KeptProcess = { readonly process: QueryProcess; idle: NodeJS.Timeout | undefined }

/** The processes of the projects that are being read, each kept for a while after its last query. */
export function createProcesses(options: ProcessesOptions) {
  const { folder, accounts, idleMs = IDLE_MS } = options
  // In the order of their last use.
  const kept = new Map<string, KeptProcess>()
  let isStopped = false

  function drop(ref: string) {
    const found = kept.get(ref)
    clearTimeout(found?.idle)
    found?.process.kill()
    kept.delete(ref)
  }

  /** Ends processes that nobody waits for if there are too many. */
  function makeRoom() {
    for (const [ref, { idle }] of kept) {
      if (kept.size < MAX_PROCESSES) return
      if (idle !== undefined) drop(ref)
    }
  }

  async function take(ref: string, id: number | undefined): Promise<QueryProcess> {
    const found = kept.get(ref)
    if (found?.process.isAlive) {
      clearTimeout(found.idle)
      kept.delete(ref)
      kept.set(ref, { process: found.process, idle: undefined })
      return found.process
    }
    drop(ref)
    makeRoom()
    const { limits } = options
    const process = startQueryProcess({
      folder: path.join(folder, ref),
      id,
      fence: await options.fence,
      ...(limits && { limits }),
    })
    kept.set(ref, { process, idle: undefined })
    return process
  }

  async function keep(ref: string, process: QueryProcess) {
    const isLarge = (await process.bytes()) > MAX_KEPT_BYTES
    const found = kept.get(ref)
    if (found?.process !== process) return
    if (isLarge || isStopped || !process.isAlive) return drop(ref)
    found.idle = setTimeout(() => drop(ref), idleMs)
    found.idle.unref()
  }

  return {
    /** The caller runs one query per project at a time. */
    async run(
      ref: string,
      request: QueryRequest,
      {
        files,
        signal,
      }: { readonly files: readonly string[]; readonly signal?: EndSignal | undefined },
    ): Promise<QueryOutcome> {
      if (isStopped) return { state: 'ended', cause: 'The server is stopping.' }
      await mkdir(path.join(folder, ref), { recursive: true, mode: 0o700 })
      const id = await accounts.idOf(ref)
      if (id !== undefined) await accounts.open(ref, id, { reads: files })
      const process = await take(ref, id)
      try {
        return await process.run(request, signal)
      } finally {
        await keep(ref, process)
      }
    },
    stop() {
      isStopped = true
      for (const ref of kept.keys()) drop(ref)
    },
  }
}

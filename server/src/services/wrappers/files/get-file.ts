import type { FilePlace } from '@stoa/contract/services/wrappers/files'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../../../lib/clock.ts'
import type { OutgoingStreams } from '../../../lib/outgoing.ts'
import type { Project } from '../../../project/project.ts'
import { download, type Download, type FileVersion } from './download.ts'
import { requestOf } from './place.ts'

export type GetOptions = {
  readonly place: FilePlace
  readonly secret: string | undefined
  /** The name of the temporary file. */
  readonly name: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly sampleBytes?: number
  readonly known?: FileVersion | undefined
}

/** Gets a file, and deletes its copy when the work with it has ended. */
export type GetFile = <T>(
  project: Project,
  options: GetOptions,
  work: (file: (Download & { readonly path: string }) | undefined) => Promise<T>,
) => Promise<T>

/** A file is stored before it is parsed, because a slow server would keep a transaction open. */
export function createGetFile(deps: {
  readonly outgoing: OutgoingStreams
  readonly clock: Clock
}): GetFile {
  return async (project, { place, secret, name, ...options }, work) => {
    const now = deps.clock.now()
    const request = requestOf(project, place, secret, now)
    const folder = project.folder('wrappers')
    await mkdir(folder, { recursive: true })
    const file = path.join(folder, name)
    try {
      const got = await download(deps.outgoing, request, {
        ...options,
        path: file,
        now: () => deps.clock.now().getTime(),
      })
      return await work(got && { ...got, path: file })
    } finally {
      await rm(file, { force: true })
    }
  }
}

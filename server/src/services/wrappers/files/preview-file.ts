import type { FileColumn } from '@stoa/contract/services/table-files'
import type { previewFile as endpoint } from '@stoa/contract/services/wrappers/files'
import type { z } from 'zod'
import { createFairQueue } from '../../../lib/fair-queue.ts'
import type { Project } from '../../../project/project.ts'
import { readSecret } from '../credentials.ts'
import type { Download } from './download.ts'
import { empty, ofFile, previewsBusy, slow } from './errors.ts'
import type { GetFile } from './get-file.ts'
import {
  MAX_PREVIEW_LENGTH,
  MAX_WAITING_PREVIEWS,
  PARALLEL_PREVIEWS,
  PREVIEW_MS,
  SAMPLE_BYTES,
} from './limits.ts'
import { parseInThread } from '../../../lib/table-files/parse-in-thread.ts'
import { FileProblem } from '../../../lib/table-files/problem.ts'

type PreviewRequest = z.infer<NonNullable<typeof endpoint.body>>
type Preview = z.infer<typeof endpoint.response>

/** Reads the start of a file. Rejects with the reasons of `download`, or 422 with a `FileProblem`. */
export type PreviewFile = (project: Project, request: PreviewRequest) => Promise<Preview>

export function createPreviewFile(deps: {
  readonly getFile: GetFile
  readonly newId: () => string
}): PreviewFile {
  const queue = createFairQueue({
    places: PARALLEL_PREVIEWS,
    maxWaiting: MAX_WAITING_PREVIEWS,
    refuse: previewsBusy,
  })
  return (project, request) =>
    queue.run(project.ref, () =>
      preview(deps.getFile, project, { request, name: `preview-${deps.newId()}` }),
    )
}

async function preview(
  getFile: GetFile,
  project: Project,
  { request, name }: { readonly request: PreviewRequest; readonly name: string },
): Promise<Preview> {
  const { place, credential } = request
  const secret = await secretOf(project, credential)
  const signal = AbortSignal.timeout(PREVIEW_MS)
  const release = project.holdAwake()
  try {
    return await getFile(
      project,
      {
        place,
        secret,
        name,
        timeoutMs: PREVIEW_MS,
        signal,
        ...(!isParquet(request) && { sampleBytes: SAMPLE_BYTES }),
      },
      (file) => {
        if (!file) throw new Error('A preview has no known version')
        return firstRows(file, request, signal)
      },
    )
  } catch (error) {
    if (error instanceof FileProblem) throw ofFile(error)
    throw signal.aborted ? slow(error) : error
  } finally {
    release()
  }
}

async function firstRows(
  { path, isPartial }: Pick<Download, 'isPartial'> & { readonly path: string },
  { place, format }: PreviewRequest,
  signal: AbortSignal,
): Promise<Preview> {
  const work = { kind: 'sample' as const, isPartial, name: nameOf(place) }
  const task = { path, format: format ?? undefined, work }
  for await (const parsed of parseInThread(task, signal)) {
    if (parsed.kind !== 'sample') continue
    if (parsed.columns.length === 0) throw empty()
    const rows = parsed.rows.map((row) =>
      row.map((cell) => cell && cell.slice(0, MAX_PREVIEW_LENGTH)),
    )
    return { format: format ?? parsed.format, columns: parsed.columns.map(withRoom), rows }
  }
  throw empty()
}

/** The path of a file, whose ending can tell what its content does not. */
function nameOf(place: PreviewRequest['place']): string {
  if (place.kind === 'url') return new URL(place.url).pathname
  return place.kind === 's3' ? place.key : place.path
}

/** Its index is at the end, so it is read completely. */
const isParquet = ({ place, format }: PreviewRequest) =>
  format ? format.kind === 'parquet' : nameOf(place).toLowerCase().endsWith('.parquet')

/** Later versions of the file can have larger numbers. */
const withRoom = (column: FileColumn): FileColumn =>
  column.type === 'integer' ? { ...column, type: 'bigint' } : column

async function secretOf(project: Project, credential: PreviewRequest['credential']) {
  if (credential === null) return undefined
  if ('password' in credential) return credential.password
  return readSecret(project, credential.secret_id)
}

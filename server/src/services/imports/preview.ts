import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { previewImport } from '@stoa/contract/services/imports/imports'
import {
  MAX_IMPORT_BYTES,
  MAX_WORKBOOK_BYTES,
  PREVIEW_BYTES,
} from '@stoa/contract/services/imports/limits'
import type { FileFormat } from '@stoa/contract/services/table-files'
import type { ResponseOf } from '@stoa/contract/endpoint'
import { createFairQueue } from '../../lib/fair-queue.ts'
import { parseInThread, type Sample } from '../../lib/table-files/parse-in-thread.ts'
import { FileProblem } from '../../lib/table-files/problem.ts'
import type { Project } from '../../project/project.ts'
import * as refusals from './errors.ts'
import { MAX_SHOWN_LENGTH, MAX_WAITING_PREVIEWS, PARALLEL_PREVIEWS, PREVIEW_MS } from './limits.ts'
import { previewPath } from './records.ts'
import { receive } from './receive.ts'

export type Preview = ResponseOf<typeof previewImport>

export type PreviewRequest = {
  readonly name: string
  readonly format: FileFormat | undefined
  readonly isPartial: boolean
}

/** Reads the beginning of files, a few at a time. */
export function createPreviews() {
  const queue = createFairQueue({
    places: PARALLEL_PREVIEWS,
    maxWaiting: MAX_WAITING_PREVIEWS,
    refuse: refusals.previewsBusy,
  })
  return async (project: Project, body: Readable, request: PreviewRequest): Promise<Preview> => {
    const path = previewPath(project)
    try {
      await receive(project, body, { path, maxBytes: maxBytesOf(request) })
      return await queue.run(project.ref, () => sampleOf(path, request))
    } finally {
      await rm(path, { force: true })
    }
  }
}

/** A Parquet file is read in parts. A workbook is decompressed as a whole. */
function maxBytesOf({ name, format, isPartial }: PreviewRequest): number {
  if (isPartial) return PREVIEW_BYTES
  const isParquet = format ? format.kind === 'parquet' : name.toLowerCase().endsWith('.parquet')
  return isParquet ? MAX_IMPORT_BYTES : MAX_WORKBOOK_BYTES
}

async function sampleOf(
  path: string,
  { name, format, isPartial }: PreviewRequest,
): Promise<Preview> {
  const signal = AbortSignal.timeout(PREVIEW_MS)
  const work = { kind: 'sample' as const, isPartial, name }
  try {
    for await (const parsed of parseInThread({ path, format, work }, signal))
      if (parsed.kind === 'sample') return toPreview(parsed)
  } catch (error) {
    if (error instanceof FileProblem) throw refusals.ofFile(error)
    throw signal.aborted ? refusals.previewSlow(error) : error
  }
  throw refusals.fileEmpty()
}

function toPreview(sample: Sample): Preview {
  if (sample.columns.length === 0) throw refusals.fileEmpty()
  return {
    format: sample.format,
    sheets: sample.sheets ? [...sample.sheets] : null,
    columns: sample.columns,
    keys: [...sample.keys],
    date_order: sample.dateOrder,
    problem: sample.problem,
    rows: sample.rows.map((row) => row.map((cell) => cell && cell.slice(0, MAX_SHOWN_LENGTH))),
  }
}

import {
  exportQuery,
  MAX_STREAMED_ROWS,
  streamQuery,
} from '@stoa/contract/services/meta/query-stream'
import type { FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { CallerOf } from '../../../project/impersonate.ts'
import { downloadRoute, type Route } from '../../../lib/http.ts'
import type { RunResult } from './answer.ts'
import { binaryFile, cellLines } from './binary-file.ts'
import { createResultExports } from './export.ts'
import { eventLines } from './event-lines.ts'
import { keepRun } from './keep-run.ts'
import { streamLines, type LineFormat } from './line-stream.ts'
import { CONTENT_TYPES, fileFormat } from './result-formats.ts'
import { runOptions } from './run-options.ts'
import type { RunOptions, Runs } from './runs.ts'
import type { TypeNames } from './type-names.ts'
import { watchClient } from './watch-client.ts'

export type StreamDeps = {
  readonly runs: Runs
  readonly callerOf: CallerOf
  readonly typeNames: TypeNames
}

/** Waits for a run, and may record its result. */
type RunKeeper = (run: Promise<RunResult>) => Promise<RunResult>

/** The members' routes for results that are sent while a text runs. */
export function streamRoutes({ runs, callerOf, typeNames }: StreamDeps): readonly Route[] {
  const exports = createResultExports()
  const stream = async (
    request: FastifyRequest,
    options: Omit<RunOptions, 'signal' | 'receiver'>,
    format: LineFormat<RunResult>,
    kept: RunKeeper = (run) => run,
  ): Promise<Readable> => {
    const { signal, release } = watchClient(request)
    const run = (receiver: RunOptions['receiver']) =>
      kept(
        runs
          .run(request.project, request.member, { ...options, signal, receiver })
          .finally(release),
      )
    return streamLines(run, format)
  }
  return [
    downloadRoute(streamQuery).to(async ({ request, body: { row_limit: rowLimit, ...body } }) => ({
      type: 'application/x-ndjson; charset=utf-8',
      content: await stream(
        request,
        await runOptions(request, callerOf, { ...body, row_limit: rowLimit ?? MAX_STREAMED_ROWS }),
        eventLines(typeNames, request.project),
        (run) => keepRun(request, body, run),
      ),
    })),
    downloadRoute(exportQuery).to(async ({ request, body: { format, statement, ...body } }) => ({
      type: CONTENT_TYPES[format],
      content: await exports.start(request.project, async () => {
        const options = await exports.options(request, callerOf, { ...body, statement })
        if (format === 'xlsx' || format === 'parquet')
          return binaryFile(format, await stream(request, options, cellLines(statement)))
        return stream(request, options, fileFormat(format, statement))
      }),
    })),
  ]
}

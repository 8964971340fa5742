import { writeFileSync } from 'node:fs'
import { RefusedQuery } from './allowed-query.ts'
import type { QueryFailure, QueryReply, QueryRequest } from './protocol.ts'
import { isMissingFile, runQuery } from './run-query.ts'

/**
 * The query process of one project, the only one that loads the query engine. It starts in the
 * project's folder, gives up its rights, and then runs one query after the other. The argument is the
 * user id that it changes to once it has loaded its code.
 */
const send = (reply: QueryReply) => process.send?.(reply)

// A statement may still compute in another thread, which an orderly exit would wait for.
process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
giveUpRights(process.argv[2])
process.on('message', (request: QueryRequest) => {
  runQuery(request).then(
    (result) => send({ state: 'done', id: request.id, result }),
    (error: unknown) => send({ state: 'failed', id: request.id, failure: failureOf(error) }),
  )
})
send({ state: 'ready' })

/** Everything is loaded by now, so the process needs no other files than those of the logs. */
function giveUpRights(id: string | undefined): void {
  try {
    // When memory runs out, the system ends this process before all others.
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not on Linux.
  }
  if (id === undefined) return
  process.setgroups?.([])
  process.setgid?.(Number(id))
  process.setuid?.(Number(id))
}

function failureOf(error: unknown): QueryFailure {
  if (error instanceof RefusedQuery) {
    const { message, position } = error
    return { reason: 'refused', message, ...(position !== undefined && { position }) }
  }
  const text = error instanceof Error ? error.message : String(error)
  const { type, message, position } = described(text)
  const reason = isMissingFile(error) ? 'vanished' : reasonOf(type)
  return { reason, message, ...(position !== undefined && { position }) }
}

function reasonOf(type: string): QueryFailure['reason'] {
  if (type === 'Permission') return 'refused'
  return type === 'Out of Memory' ? 'memory' : 'wrong'
}

/** An error of the engine, which describes it in JSON behind its kind. */
function described(text: string): { type: string; message: string; position?: number } {
  const start = text.indexOf('{"exception_type"')
  if (start === -1) return { type: '', message: text }
  try {
    const error = JSON.parse(text.slice(start)) as Record<string, string | undefined>
    const position = Number(error['position'])
    return {
      type: error['exception_type'] ?? '',
      message: error['exception_message'] ?? text,
      ...(error['position'] !== undefined && Number.isSafeInteger(position) && { position }),
    }
  } catch {
    return { type: '', message: text }
  }
}

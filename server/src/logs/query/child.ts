import { failureOf } from './failure.ts'
import { endWithServer, giveUpRights } from './process-rights.ts'
import type { QueryReply, QueryRequest } from './protocol.ts'
import { runQuery } from './run-query.ts'

/**
 * The query process of one project, the only one that loads the query engine for members. It starts
 * in the project's folder, gives up its rights, and then runs one query after the other.
 */
const send = (reply: QueryReply) => process.send?.(reply)

endWithServer()
giveUpRights(process.argv[2])
process.on('message', (request: QueryRequest) => {
  runQuery(request).then(
    (result) => send({ state: 'done', id: request.id, result }),
    (error: unknown) => send({ state: 'failed', id: request.id, failure: failureOf(error) }),
  )
})
send({ state: 'ready' })

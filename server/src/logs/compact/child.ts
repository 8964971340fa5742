import { failureOf } from '../query/failure.ts'
import { endWithServer, giveUpRights } from '../query/process-rights.ts'
import type { CompactRequest, QueryReply } from '../query/protocol.ts'
import { compactSegment } from './compact-segment.ts'

/** The process that compacts segments of one project. It never runs SQL of a member. */
const send = (reply: QueryReply) => process.send?.(reply)

endWithServer()
giveUpRights(process.argv[2])
process.on('message', (request: CompactRequest) => {
  compactSegment(request).then(
    (rows) => {
      const result = { columns: [], rows: [[rows]], isTruncated: false, damaged: [] }
      send({ state: 'done', id: request.id, result })
    },
    (error: unknown) => send({ state: 'failed', id: request.id, failure: failureOf(error) }),
  )
})
send({ state: 'ready' })

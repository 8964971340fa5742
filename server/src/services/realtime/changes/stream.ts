import type { Client } from 'pg'
import { endClient } from '../../../postgres/connections/connect.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'
import type { Project } from '../../../project/project.ts'
import { createPgoutputDecoder, type Change } from './pgoutput.ts'
import { formatLsn, type Position } from './position.ts'
import { connectReplication, createSlot, IN_USE, nameOfSlot, type SlotKind } from './slot.ts'

/** The changes of a database as they are committed, while it runs. */
export type ChangeStream = {
  /**
   * Resolves when every later commit is certain to be delivered; opens the connection if needed.
   */
  ready(): Promise<void>
  /** Ends the connection; the slot keeps undelivered changes. */
  close(): Promise<void>
}

type Options = {
  readonly project: Project
  readonly publications: readonly string[]
  readonly slot: SlotKind
  /** Where an earlier stream ended. Undefined to begin with the next commit. */
  readonly from: Position | undefined
  /** Receives changes in the order of their commits; the next ones wait until it resolves. */
  readonly handle: (changes: readonly Change[]) => Promise<void>
  /** Called when everything up to this position of the WAL was read and handled. */
  readonly settled: (lsn: bigint) => void
  /** The slot may forget transactions that were committed before this. */
  readonly retained: () => bigint
  /** Called before a slot is created for a stream that begins with the next commit. */
  readonly beginning: () => void
  /** Called with the position at which such a stream begins. */
  readonly began: (position: Position) => void
  /** Called every few seconds, before the slot forgets anything. */
  readonly beat: () => void
  /** Called when the connection broke after it was ready. */
  readonly lost: (error: unknown) => void
}

const FEEDBACK_MS = 10_000
const ATTEMPTS = 50
const PAUSE_MS = 100
/** Maximum decoded changes that wait; beyond that, the stream is not read. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024
const MAX_BATCH = 500
/** A batch is written to each client at once. */
const MAX_BATCH_BYTES = 1024 * 1024
const XLOG_DATA = 0x77
const KEEPALIVE = 0x6b
const XLOG_HEADER = 25
const BEGIN = 0x42
const COMMIT = 0x43

/** Logical replication through a slot of the project. */
export function createChangeStream(options: Options): ChangeStream {
  const { project, publications, slot, from, handle, lost } = options
  const slotName = nameOfSlot(slot)
  let isClosed = false
  let opening: Promise<Client> | undefined

  async function open(): Promise<Client> {
    const client = await connectReplication(project)
    try {
      if (!from) {
        options.beginning()
        options.began({ lsn: await createSlot(client, slot, slotName), count: 0 })
      }
      await startReading(client)
      return client
    } catch (error) {
      await endClient(client)
      throw error
    }
  }

  /** Postgres may not have noticed yet that an earlier connection has ended. */
  async function openFreeSlot(): Promise<Client> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await open()
      } catch (error) {
        if (isClosed || attempt === ATTEMPTS || sqlstateOf(error) !== IN_USE) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }

  function startReading(client: Client): Promise<void> {
    const { connection } = client
    const { stream } = connection
    const decode = createPgoutputDecoder()
    const waiting: Change[] = []
    let bytes = 0
    let isBusy = false
    let isInTransaction = false
    let hasFailed = false
    let received = 0n
    let isOpen = true

    const settle = () => {
      if (waiting.length === 0 && !isBusy && !isInTransaction && !hasFailed)
        options.settled(received)
    }
    const confirm = () => {
      if (isOpen) sendCopyData(connection, statusUpdate(received, options.retained()))
    }
    const timer = setInterval(() => {
      settle()
      options.beat()
      confirm()
    }, FEEDBACK_MS)
    timer.unref()

    async function work() {
      if (isBusy) return
      isBusy = true
      try {
        while (waiting.length > 0 && isOpen) {
          const batch = takeBatch(waiting)
          for (const change of batch) bytes -= change.bytes
          await handle(batch)
          if (bytes < MAX_WAITING_BYTES && stream.isPaused()) stream.resume()
        }
      } catch (error) {
        hasFailed = true
        throw error
      } finally {
        isBusy = false
      }
      // Postgres may have reported earlier that it has nothing more.
      settle()
    }

    function decodeMessage(message: Buffer): Change | undefined {
      if (message[0] === BEGIN) isInTransaction = true
      if (message[0] === COMMIT) isInTransaction = false
      const change = decode(message)
      // The transaction in which the earlier stream ended is sent again as a whole.
      const wasDelivered = change && change.commit.lsn === from?.lsn && change.number <= from.count
      return wasDelivered ? undefined : change
    }

    connection.on('copyData', ({ chunk }: { readonly chunk: Buffer }) => {
      if (chunk[0] === KEEPALIVE) {
        received = max(received, chunk.readBigUInt64BE(1))
        settle()
        if (chunk[17] === 1) confirm()
        return
      }
      if (chunk[0] !== XLOG_DATA) return
      received = max(received, chunk.readBigUInt64BE(1))
      const change = decodeMessage(chunk.subarray(XLOG_HEADER))
      if (!change) return
      waiting.push(change)
      bytes += change.bytes
      if (bytes >= MAX_WAITING_BYTES) stream.pause()
      work().catch((error: unknown) => stream.destroy(asError(error)))
    })

    return new Promise((resolve, reject) => {
      let isReady = false
      connection.once('replicationStart', () => {
        isReady = true
        resolve()
      })
      const names = publications.join(',')
      // Resolves or rejects when the stream ends.
      const ended = client.query(
        `START_REPLICATION SLOT ${slotName} LOGICAL ${formatLsn(from?.lsn ?? 0n)} (proto_version '1', publication_names '${names}')`,
      )
      const end = (error: unknown) => {
        if (!isOpen) return
        isOpen = false
        clearInterval(timer)
        reject(asError(error))
        opening = undefined
        void endClient(client)
        if (isReady && !isClosed) lost(error)
      }
      ended.then(() => end(new Error('The replication stream has ended')), end)
      client.once('end', () => end(new Error('The replication connection has ended')))
    })
  }

  return {
    async ready() {
      if (isClosed) throw new Error('The change stream is closed')
      if (!opening) {
        const started = openFreeSlot()
        opening = started
        started.catch(() => {
          if (opening === started) opening = undefined
        })
      }
      const client = await opening
      if (isClosed) await endClient(client)
    },
    async close() {
      isClosed = true
      const closing = opening
      opening = undefined
      await closing?.then(endClient).catch(() => {})
    },
  }
}

function takeBatch(waiting: Change[]): Change[] {
  let length = 0
  let bytes = 0
  while (length < Math.min(waiting.length, MAX_BATCH) && bytes < MAX_BATCH_BYTES) {
    bytes += waiting[length]?.bytes ?? 0
    length += 1
  }
  return waiting.splice(0, length)
}

const max = (left: bigint, right: bigint) => (left > right ? left : right)
const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** Standby status update: Postgres may forget everything before `retained`. */
function statusUpdate(received: bigint, retained: bigint): Buffer {
  const message = Buffer.alloc(34)
  message[0] = 0x72
  message.writeBigUInt64BE(received, 1)
  for (const at of [9, 17]) message.writeBigUInt64BE(retained, at)
  return message
}

/** CopyData, which the types of pg leave out. */
function sendCopyData({ stream }: Client['connection'], payload: Buffer): void {
  if (!stream.writable) return
  const header = Buffer.alloc(5)
  header[0] = 0x64
  header.writeUInt32BE(payload.length + 4, 1)
  stream.write(Buffer.concat([header, payload]))
}

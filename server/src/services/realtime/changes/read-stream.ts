import type { Client } from 'pg'
import { createPgoutputDecoder, type RowChange } from './pgoutput.ts'
import { formatLsn, type Position } from './position.ts'

export type StreamReading = {
  readonly publications: readonly string[]
  /** Where an earlier stream ended. Undefined to begin with the next commit. */
  readonly from: Position | undefined
  /** Receives changes in the order of their commits; the next ones wait until it resolves. */
  readonly handle: (changes: readonly RowChange[]) => Promise<void>
  /** Called when everything up to this position of the WAL was read and handled. */
  readonly settled: (lsn: bigint) => void
  /** The slot may forget transactions that were committed before this. */
  readonly retained: () => bigint
  /** Called every few seconds, before the slot forgets anything. */
  readonly beat: () => void
}

type StreamState = {
  readonly reading: StreamReading
  readonly connection: Client['connection']
  readonly decode: (message: Buffer) => RowChange | undefined
  /** Decoded changes that wait for their turn. */
  readonly waiting: RowChange[]
  /** The size of the waiting changes. */
  bytes: number
  isBusy: boolean
  isInTransaction: boolean
  hasFailed: boolean
  /** The last position that Postgres has sent. */
  received: bigint
  isOpen: boolean
}

const FEEDBACK_MS = 10_000
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

/**
 * Reads a slot on a replication connection. Resolves when the stream has begun. `ended` is called
 * once, when the stream ends or cannot begin.
 */
export function readStream(
  client: Client,
  { slotName, ...reading }: StreamReading & { readonly slotName: string },
  ended: (error: unknown, end: { readonly hadBegun: boolean }) => void,
): Promise<void> {
  const { connection } = client
  const stream: StreamState = {
    reading,
    connection,
    decode: createPgoutputDecoder(),
    waiting: [],
    bytes: 0,
    isBusy: false,
    isInTransaction: false,
    hasFailed: false,
    received: 0n,
    isOpen: true,
  }
  const timer = setInterval(() => {
    settle(stream)
    reading.beat()
    confirm(stream)
  }, FEEDBACK_MS)
  timer.unref()
  connection.on('copyData', ({ chunk }: { readonly chunk: Buffer }) => receive(stream, chunk))
  return new Promise((resolve, reject) => {
    let hadBegun = false
    connection.once('replicationStart', () => {
      hadBegun = true
      resolve()
    })
    const end = (error: unknown) => {
      if (!stream.isOpen) return
      stream.isOpen = false
      clearInterval(timer)
      reject(asError(error))
      ended(error, { hadBegun })
    }
    // Resolves or rejects when the stream ends.
    client
      .query(startReplication(slotName, reading))
      .then(() => end(new Error('The replication stream has ended')), end)
    client.once('end', () => end(new Error('The replication connection has ended')))
  })
}

const startReplication = (slotName: string, { from, publications }: StreamReading): string =>
  `START_REPLICATION SLOT ${slotName} LOGICAL ${formatLsn(from?.lsn ?? 0n)} (proto_version '1', publication_names '${publications.join(',')}')`

function receive(stream: StreamState, chunk: Buffer): void {
  const socket = stream.connection.stream
  if (chunk[0] === KEEPALIVE) {
    stream.received = max(stream.received, chunk.readBigUInt64BE(1))
    settle(stream)
    if (chunk[17] === 1) confirm(stream)
    return
  }
  if (chunk[0] !== XLOG_DATA) return
  stream.received = max(stream.received, chunk.readBigUInt64BE(1))
  const change = decodeMessage(stream, chunk.subarray(XLOG_HEADER))
  if (!change) return
  stream.waiting.push(change)
  stream.bytes += change.bytes
  if (stream.bytes >= MAX_WAITING_BYTES) socket.pause()
  handleWaiting(stream).catch((error: unknown) => socket.destroy(asError(error)))
}

function decodeMessage(stream: StreamState, message: Buffer): RowChange | undefined {
  const { from } = stream.reading
  if (message[0] === BEGIN) stream.isInTransaction = true
  if (message[0] === COMMIT) stream.isInTransaction = false
  const change = stream.decode(message)
  // The transaction in which the earlier stream ended is sent again as a whole.
  const wasDelivered = change && change.commit.lsn === from?.lsn && change.number <= from.count
  return wasDelivered ? undefined : change
}

async function handleWaiting(stream: StreamState): Promise<void> {
  const { waiting, reading } = stream
  const socket = stream.connection.stream
  if (stream.isBusy) return
  stream.isBusy = true
  try {
    while (waiting.length > 0 && stream.isOpen) {
      const batch = takeBatch(waiting)
      for (const change of batch) stream.bytes -= change.bytes
      await reading.handle(batch)
      if (stream.bytes < MAX_WAITING_BYTES && socket.isPaused()) socket.resume()
    }
  } catch (error) {
    stream.hasFailed = true
    throw error
  } finally {
    stream.isBusy = false
  }
  // Postgres may have reported earlier that it has nothing more.
  settle(stream)
}

/** Reports the position that Postgres has reached, if nothing before it is left to handle. */
function settle(stream: StreamState): void {
  const { waiting, isBusy, isInTransaction, hasFailed, received, reading } = stream
  if (waiting.length === 0 && !isBusy && !isInTransaction && !hasFailed) reading.settled(received)
}

function confirm({ isOpen, connection, received, reading }: StreamState): void {
  if (isOpen) sendCopyData(connection, statusUpdate(received, reading.retained()))
}

function takeBatch(waiting: RowChange[]): RowChange[] {
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

import type { Client } from 'pg'
import { endClient } from '../../../postgres/connections/connect.ts'
import { sqlstateOf } from '../../../postgres/failures.ts'
import type { Project } from '../../../project/project.ts'
import type { Position } from './position.ts'
import { readStream, type StreamReading } from './read-stream.ts'
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

type ChangeStreamOptions = StreamReading & {
  readonly project: Project
  readonly slot: SlotKind
  /** Called before a slot is created for a stream that begins with the next commit. */
  readonly beginning: () => void
  /** Called with the position at which such a stream begins. */
  readonly began: (position: Position) => void
  /** Called when the connection broke after it was ready. */
  readonly lost: (error: unknown) => void
}

type StreamState = {
  readonly options: ChangeStreamOptions
  readonly slotName: string
  opening: Promise<Client> | undefined
  isClosed: boolean
}

const ATTEMPTS = 50
const PAUSE_MS = 100

/** Logical replication through a slot of the project. */
export function createChangeStream(options: ChangeStreamOptions): ChangeStream {
  const stream: StreamState = {
    options,
    slotName: nameOfSlot(options.slot),
    opening: undefined,
    isClosed: false,
  }
  return {
    async ready() {
      if (stream.isClosed) throw new Error('The change stream is closed')
      const client = await (stream.opening ?? startOpening(stream))
      if (stream.isClosed) await endClient(client)
    },
    async close() {
      stream.isClosed = true
      const closing = stream.opening
      stream.opening = undefined
      await closing?.then(endClient).catch(() => {})
    },
  }
}

function startOpening(stream: StreamState): Promise<Client> {
  const opening = openFreeSlot(stream)
  stream.opening = opening
  opening.catch(() => {
    if (stream.opening === opening) stream.opening = undefined
  })
  return opening
}

/** Postgres may not have noticed yet that an earlier connection has ended. */
async function openFreeSlot(stream: StreamState): Promise<Client> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await open(stream)
    } catch (error) {
      if (stream.isClosed || attempt === ATTEMPTS || sqlstateOf(error) !== IN_USE) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

async function open(stream: StreamState): Promise<Client> {
  const { options, slotName } = stream
  const client = await connectReplication(options.project)
  try {
    if (!options.from) {
      options.beginning()
      options.began({ lsn: await createSlot(client, options.slot, slotName), count: 0 })
    }
    await readStream(client, { ...options, slotName }, (error, { hadBegun }) => {
      stream.opening = undefined
      void endClient(client)
      if (hadBegun && !stream.isClosed) options.lost(error)
    })
    return client
  } catch (error) {
    await endClient(client)
    throw error
  }
}

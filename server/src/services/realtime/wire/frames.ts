/** Versions of the Phoenix protocol: frames are objects in the first and arrays in the second. */
export type Version = '1.0.0' | '2.0.0'

export type Frame = {
  readonly joinRef: string | null
  readonly ref: string | null
  readonly topic: string
  readonly event: string
  readonly payload: unknown
  /** The message of a binary frame, which has no payload. */
  readonly userBroadcast?: UserBroadcast
}

/** A client's message in a binary frame: its own event, and a body that the server need not read. */
export type UserBroadcast = {
  readonly event: string
  readonly encoding: 'json' | 'binary'
  readonly body: Buffer
}

/** An encoded frame, as a WebSocket sends it. */
export type Encoded = { readonly data: Buffer; readonly binary: boolean }

const PUSH = 3
const BROADCAST = 4
const JSON_BODY = 1
const PUSH_HEADER = 7
/** The longest name in a binary frame, whose length is one byte. */
export const MAX_NAME_BYTES = 255

/** Reads a text frame; undefined if it is malformed. */
export function decodeText(version: Version, text: string): Frame | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (version === '2.0.0')
    return Array.isArray(value) && value.length === 5
      ? frameOf(value[0], value[1], value[2], value[3], value[4])
      : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const given: { readonly [name: string]: unknown } = { ...value }
  return frameOf(given['join_ref'], given['ref'], given['topic'], given['event'], given['payload'])
}

function frameOf(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Frame | undefined {
  if (typeof topic !== 'string' || typeof event !== 'string') return undefined
  const refs = [joinRef ?? null, ref ?? null].map(readRef)
  const [readJoinRef, readOwnRef] = refs
  if (readJoinRef === undefined || readOwnRef === undefined) return undefined
  return { joinRef: readJoinRef, ref: readOwnRef, topic, event, payload: payload ?? {} }
}

function readRef(value: unknown): string | null | undefined {
  if (value === null) return null
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.length <= MAX_NAME_BYTES ? value : undefined
}

/** Reads a binary frame of protocol 2.0.0, a user broadcast; undefined if it is malformed. */
export function decodeBinary(bytes: Buffer): Frame | undefined {
  if (bytes.length < PUSH_HEADER || bytes[0] !== PUSH) return undefined
  const [, joinRefBytes = 0, refBytes = 0, topicBytes = 0, eventBytes = 0, metaBytes = 0] = bytes
  let at = PUSH_HEADER
  const take = (length: number) => bytes.subarray(at, (at += length)).toString('utf8')
  const joinRef = take(joinRefBytes)
  const ref = take(refBytes)
  const topic = take(topicBytes)
  const event = take(eventBytes)
  at += metaBytes
  if (at > bytes.length) return undefined
  const encoding = bytes[6] === JSON_BODY ? 'json' : 'binary'
  const body = bytes.subarray(at)
  // Every recipient parses the body, so anything but JSON would break them.
  if (encoding === 'json' && !isJson(body)) return undefined
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: undefined,
    userBroadcast: { event, encoding, body },
  }
}

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString('utf8'))
    return true
  } catch {
    return false
  }
}

/** A text frame whose payload is already JSON. */
export function encodeText(
  version: Version,
  { joinRef, ref, topic, event }: Omit<Frame, 'payload' | 'userBroadcast'>,
  payloadJson: string,
): Encoded {
  const text =
    version === '2.0.0'
      ? `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payloadJson}]`
      : `{"topic":${JSON.stringify(topic)},"event":${JSON.stringify(event)},"payload":${payloadJson},"ref":${JSON.stringify(ref)},"join_ref":${JSON.stringify(joinRef)}}`
  return { data: Buffer.from(text), binary: false }
}

/** A user broadcast for its recipients. Protocol 1.0.0 has no form for a binary body: undefined. */
export function encodeUserBroadcast(
  version: Version,
  topic: string,
  { event, encoding, body }: UserBroadcast,
): Encoded | undefined {
  const names = [Buffer.from(topic), Buffer.from(event)]
  const fits = names.every(({ length }) => length <= MAX_NAME_BYTES)
  if (version === '2.0.0' && fits) {
    const header = [
      BROADCAST,
      ...names.map(({ length }) => length),
      0,
      encoding === 'json' ? JSON_BODY : 0,
    ]
    return { data: Buffer.concat([Buffer.from(header), ...names, body]), binary: true }
  }
  if (encoding === 'binary') return undefined
  return encodeText(
    version,
    { joinRef: null, ref: null, topic, event: 'broadcast' },
    broadcastJson(event, body.toString('utf8')),
  )
}

/** The payload of a broadcast in a text frame, whose own payload is already JSON. */
export const broadcastJson = (event: string, payloadJson: string, meta?: object): string =>
  `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${payloadJson}${meta ? `,"meta":${JSON.stringify(meta)}` : ''}}`

/**
 * The reason why a join or a channel ends, in the format of Supabase Realtime: a code, a colon and
 * a sentence.
 */
export class ChannelError extends Error {
  readonly code: string
  /** The whole socket is closed as well. */
  readonly endsSocket: boolean

  constructor(code: string, message: string, endsSocket = false) {
    super(message)
    this.name = 'ChannelError'
    this.code = code
    this.endsSocket = endsSocket
  }

  get reason(): string {
    return `${this.code}: ${this.message}`
  }
}

export const refusals = {
  topicRequired: () => new ChannelError('TopicNameRequired', 'You must provide a topic name'),
  topicTooLong: () =>
    new ChannelError(
      'TopicNameTooLong',
      'The topic name is longer than 255 bytes. Use a shorter one',
    ),
  invalidReplay: () =>
    new ChannelError(
      'UnableToReplayMessages',
      'Replay params are not valid. "since" is a time in milliseconds, "limit" a number from 1 to 25',
    ),
  publicReplay: () =>
    new ChannelError('UnableToReplayMessages', 'Replay is not allowed for public channels'),
  invalidJoin: () =>
    new ChannelError(
      'InvalidJoinPayload',
      'The join payload is malformed. Send a config with broadcast, presence and postgres_changes',
    ),
  disabled: () =>
    new ChannelError(
      'RealtimeDisabledForTenant',
      'Realtime is disabled for this project. A member can enable it under Realtime → Settings',
    ),
  privateOnly: () => new ChannelError('PrivateOnly', 'This project only allows private channels'),
  tooManyConnections: () =>
    new ChannelError('ConnectionRateLimitReached', 'Too many connected users'),
  tooManyJoins: () =>
    new ChannelError('ClientJoinRateLimitReached', 'Too many joins per second', true),
  tooManyChannels: () => new ChannelError('ChannelRateLimitReached', 'Too many channels'),
  unauthorized: (topic: string) =>
    new ChannelError(
      'Unauthorized',
      `You do not have permissions to read from this Channel topic: ${topic}`,
    ),
  databaseUnavailable: () =>
    new ChannelError(
      'UnableToConnectToProject',
      'Realtime was unable to connect to the project database',
    ),
  tokenExpired: (seconds: number) =>
    new ChannelError('InvalidJWTToken', `Token has expired ${seconds} seconds ago`),
  tokenMalformed: () => new ChannelError('MalformedJWT', 'The token provided is not a valid JWT'),
  tokenSignature: () => new ChannelError('JwtSignatureError', 'Failed to validate JWT signature'),
  tokenRefused: (why: string) => new ChannelError('InvalidJWTToken', why),
} as const

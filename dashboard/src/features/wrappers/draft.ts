import type {
  ForeignCredential,
  ForeignServer,
  TlsMode,
} from '@stoa/contract/services/wrappers/servers'

/** What is typed of a foreign server. */
export type ServerDraft = {
  readonly host: string
  readonly port: string
  readonly database: string
  readonly user: string
  readonly tls: TlsMode
  readonly caCertificate: string
  readonly isWritable: boolean
  readonly source: 'password' | 'secret'
  readonly password: string
  readonly secretId: string | undefined
}

export const EMPTY_DRAFT: ServerDraft = {
  host: '',
  port: '5432',
  database: 'postgres',
  user: '',
  tls: 'verify-full',
  caCertificate: '',
  isWritable: false,
  source: 'password',
  password: '',
  secretId: undefined,
}

export const draftOf = (server: ForeignServer): ServerDraft => ({
  ...EMPTY_DRAFT,
  host: server.host,
  port: String(server.port),
  database: server.database,
  user: server.user,
  tls: server.tls,
  caCertificate: server.ca_certificate ?? '',
  isWritable: server.is_writable,
})

export const isPort = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

/** The settings of the server, or undefined if something typed is missing or wrong. */
export function toConnection(draft: ServerDraft) {
  const { host, port, database, user, tls, isWritable } = draft
  if (host.trim() === '' || !isPort(port) || database === '' || user === '') return undefined
  const certificate = draft.caCertificate.trim()
  return {
    host: host.trim(),
    port: Number(port),
    database,
    user,
    tls,
    ca_certificate: tls === 'verify-full' && certificate !== '' ? certificate : null,
    is_writable: isWritable,
  }
}

/** The new credential, or undefined if none was entered. */
export function toCredential(draft: ServerDraft): ForeignCredential | undefined {
  if (draft.source === 'secret')
    return draft.secretId === undefined ? undefined : { secret_id: draft.secretId }
  return draft.password === '' ? undefined : { password: draft.password }
}

import {
  createForeignServer,
  updateForeignServer,
  type ForeignServer,
  type TlsMode,
} from '@stoa/contract/services/wrappers/servers'
import { sentTo } from '../../components/form/checked-by.ts'
import { EMPTY_CREDENTIAL, toCredential, type CredentialDraft } from './credential-field.tsx'

/** The input for a foreign server. */
export type ServerDraft = CredentialDraft & {
  readonly host: string
  readonly port: string
  readonly database: string
  readonly user: string
  readonly tls: TlsMode
  readonly caCertificate: string
  readonly isWritable: boolean
}

export const EMPTY_DRAFT: ServerDraft = {
  host: '',
  port: '5432',
  database: 'postgres',
  user: '',
  tls: 'verify-full',
  caCertificate: '',
  isWritable: false,
  ...EMPTY_CREDENTIAL,
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

const NAME = /^[A-Za-z_]\w{0,62}$/
const HOST = /^(?:[\w.-]+|\[?[\da-fA-F:.]+\]?)$/

const isPort = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

/** The settings of the server in the endpoint's format. */
function toConnection(draft: ServerDraft) {
  const { host, port, database, user, tls, isWritable } = draft
  const certificate = draft.caCertificate.trim()
  return {
    host,
    port: Number(port),
    database,
    user,
    tls,
    ca_certificate: tls === 'verify-full' && certificate !== '' ? certificate : null,
    is_writable: isWritable,
  }
}

function problemsOf({ host, port, database, user }: ServerDraft) {
  return {
    host: HOST.test(host.trim()) ? undefined : 'Enter a host name or an IP address.',
    port: isPort(port) ? undefined : 'Enter 1 to 65535.',
    database: database === '' ? 'Enter a name.' : undefined,
    user: user === '' ? 'Enter a name.' : undefined,
  }
}

export type NewServer = ServerDraft & { readonly name: string }

export const NEW_SERVER = sentTo(
  createForeignServer,
  ({ name, ...draft }: NewServer) => ({
    name,
    ...toConnection(draft),
    credential: toCredential(draft),
  }),
  ({ name, ...draft }) => ({
    ...problemsOf(draft),
    name: NAME.test(name) ? undefined : 'Use letters, digits, and underscores, up to 63.',
  }),
)

/** A connected server keeps its credential unless a new one is entered. */
export const changedServer = ({ is_connected }: Pick<ForeignServer, 'is_connected'>) =>
  sentTo(
    updateForeignServer,
    (draft: ServerDraft) => {
      const credential = toCredential(draft)
      return { ...toConnection(draft), ...(credential && { credential }) }
    },
    (draft) => ({
      ...problemsOf(draft),
      ...(!is_connected &&
        toCredential(draft) === undefined && { [draft.source]: 'Enter a password.' }),
    }),
  )

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { settingsSection, type SettingsOf } from '../settings-section.ts'

/** A network in CIDR notation. */
export const Network = z.union(
  [z.cidrv4(), z.cidrv6()],
  'Enter a network such as 203.0.113.0/24 or 2001:db8::/32',
)

export const MAX_ALLOWED_NETWORKS = 100

/** The networks that contain every address. */
export const EVERY_NETWORK: readonly string[] = ['0.0.0.0/0', '::/0']

/** Who can connect to a project's database over the network, and how. */
export const networkAccess = settingsSection({
  name: 'network_access',
  fields: {
    /** Networks from which Postgres clients can connect; an empty list admits none. */
    allowed_networks: z
      .array(Network)
      .max(MAX_ALLOWED_NETWORKS, `A project can have up to ${MAX_ALLOWED_NETWORKS} networks`),
    /** Whether Postgres clients that don't encrypt their connection are refused. */
    require_tls: z.boolean(),
  },
  defaults: { allowed_networks: [...EVERY_NETWORK], require_tls: false },
})
export type NetworkAccess = SettingsOf<typeof networkAccess>

/** The certificate that encrypts connections to the databases of the installation. */
export const DatabaseCertificate = z.object({
  /** In PEM format, with its intermediates and without its private key. */
  pem: z.string(),
  subject: z.string(),
  issuer: z.string(),
  is_self_signed: z.boolean(),
  valid_until: z.string(),
})
export type DatabaseCertificate = z.infer<typeof DatabaseCertificate>

/** When an address is banned from a project, and for how long. */
export const BAN_RULE = { maxFailures: 20, withinMinutes: 10, banMinutes: 30 } as const

/** A client that is refused for some time, because it has sent too many wrong passwords. */
export const NetworkBan = z.object({
  /** An IPv4 address, or the network of an IPv6 address. */
  address: z.string(),
  failures: z.int(),
  banned_until: z.string(),
})
export type NetworkBan = z.infer<typeof NetworkBan>

const byRef = z.object({ ref: z.string() })

/** Facts about the caller and the installation that decide whether a client can connect. */
export const readNetworkFacts = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/network-access',
  access: 'project:read',
  params: byRef,
  response: z.object({
    /** The address of the caller, as the dashboard's server sees it. */
    your_address: z.string(),
    /** Null if the installation doesn't encrypt connections to databases. */
    certificate: DatabaseCertificate.nullable(),
  }),
})

/** The bans of a project that have not ended, the latest first. */
export const listNetworkBans = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/network-bans',
  access: 'project:read',
  params: byRef,
  response: z.array(NetworkBan),
})

/** More addresses than a project can have bans of are a mistake. */
export const BannedAddresses = z.array(z.string().max(64)).max(1000)

/** Ends bans, and returns those that remain. An address that is not banned is ignored. */
export const liftNetworkBans = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/network-bans/lift',
  access: 'project:update',
  params: byRef,
  body: z.object({ addresses: BannedAddresses }),
  response: z.array(NetworkBan),
})

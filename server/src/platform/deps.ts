import type { InstallationLinks, SignUpPolicy } from '@stoa/contract/platform/installation'
import type { Location } from '@stoa/contract/catalog/regions'
import type { Fleet } from '../fleet/port.ts'
import type { AccountPort } from '../project/accounts.ts'
import type { Mailer } from '../project/mailer.ts'
import type { Service } from '../project/service.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from '../postgres/database.ts'
import type { Offer } from './permissions.ts'

/** What the kernel of this machine enforces for functions, and what it does not. */
export type FenceState = {
  readonly networks: boolean
  readonly abstractSockets: boolean
  readonly files: boolean
  readonly gaps: readonly { readonly message: string; readonly hint: string }[]
}

/** Where the installation is reached from outside. */
export type Addresses = {
  /** Without a trailing slash. */
  readonly publicUrl: string
  /** The URL before a project's `/p/<ref>`, without a trailing slash. */
  readonly apiUrl: string
  readonly databaseHost: string
  readonly databasePort: number
  /** Whether database connections can be encrypted. */
  readonly databaseTls: boolean
}

export type PlatformDeps = Offer & {
  readonly control: Database
  readonly fleet: Fleet
  readonly accounts: AccountPort
  readonly clock: Clock
  /** Asked at each use: with port 0 the addresses are known only once the server listens. */
  readonly addresses: () => Addresses
  /** `18.4`: what a project that has not come up yet will run. */
  readonly engineVersion: string
  readonly environment: 'development' | 'production'
  /** Absent in tests, which fence nothing. */
  readonly fence?: FenceState
  /** What every project offers: each service brings its settings, its permissions and its meters. */
  readonly services: readonly Service[]
  /** The sign-up policy until an operator sets another. */
  readonly signUpDefault: SignUpPolicy
  /** From which the key of connection handles is derived. */
  readonly installationKey: Buffer
  /** The credential of the command line, from the data folder. */
  readonly operatorToken: string
  readonly log: Log
  /** Sends mail; when absent, mail is kept in the local mailbox. */
  readonly mailer?: Mailer
  /** Whether mail leaves the machine; without a server, people read it in the local mailbox. */
  readonly hasMailServer?: boolean
  /** The code of the region this machine is in, or its place on Earth; `local` when absent. */
  readonly region?: string | Location | undefined
  /** Where people are sent; without them, nowhere. */
  readonly links?: InstallationLinks
  /** A status page's incidents as JSON, as Statuspage writes them. */
  readonly statusFeedUrl?: string | undefined
  /** Takes error reports as JSON. */
  readonly errorCollectorUrl?: string | undefined
  /** Whether usage events of those who consent are kept. */
  readonly telemetry?: boolean
  /** Told which projects do not serve any more, so that what is open to them can be closed. */
  readonly onRestricted?: (refs: ReadonlySet<string>) => void
  /** Whether the limits of an organization's plan are enforced; when absent, they are not. */
  readonly planLimits?: boolean
}

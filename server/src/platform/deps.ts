import type { InstallationLinks, SignUpPolicy } from '@stoa/contract/platform/installation'
import type { DatabaseCertificate } from '@stoa/contract/platform/network-access'
import type { Location } from '@stoa/contract/catalog/regions'
import type { Backups } from '../backups/port.ts'
import type { Fleet } from '../fleet/port.ts'
import type { MetricMemory } from '../metrics/port.ts'
import type { AccountPort } from '../project/accounts.ts'
import type { Mailer } from '../project/mailer.ts'
import type { Service } from '../project/service.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from '../postgres/database.ts'
import type { Bans } from '../postgres/front-door/index.ts'
import type { InstallationProvider } from './assistant/installation-provider.ts'
import type { Offer } from './permissions.ts'

/** The restrictions that the kernel of this machine enforces for functions, and those it cannot. */
export type FenceState = {
  readonly networks: boolean
  readonly abstractSockets: boolean
  readonly files: boolean
  readonly gaps: readonly { readonly message: string; readonly hint: string }[]
}

/** The backups of projects, and the facts about them that members read. */
export type PlatformBackups = {
  readonly archive: Pick<
    Backups,
    'fileCopy' | 'list' | 'platformState' | 'reach' | 'remove' | 'take'
  >
  /** Whether the store is in the data folder, and so doesn't survive the loss of its disk. */
  readonly isOnSameDisk: boolean
  /** For how many days a project can be restored. */
  readonly retentionDays: (ref: string) => Promise<number>
}

/** The installation's public addresses. */
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
  /** Absent where the installation makes no backups. */
  readonly backups?: PlatformBackups | undefined
  readonly accounts: AccountPort
  /** The projects' metrics of the last hour. */
  readonly metrics: MetricMemory
  readonly clock: Clock
  /** Evaluated at each use: with port 0, the addresses are known only once the server listens. */
  readonly addresses: () => Addresses
  /** The Postgres version of a project that has not started yet, such as `18.4`. */
  readonly engineVersion: string
  readonly environment: 'development' | 'production'
  /** Absent in tests, which use no kernel rules. */
  readonly fence?: FenceState
  /** The services of every project, with their settings, permissions and meters. */
  readonly services: readonly Service[]
  /** The sign-up policy until an operator sets another. */
  readonly signUpDefault: SignUpPolicy
  /** The key of connection handles is derived from it. */
  readonly installationKey: Buffer
  /** The credential of the command line, from the data folder. */
  readonly operatorToken: string
  readonly log: Log
  /** Sends mail; when absent, mail is kept in the local mailbox. */
  readonly mailer?: Mailer
  /**
   * Whether mail leaves the machine. Without a mail server, people read it in the local mailbox.
   */
  readonly hasMailServer?: boolean
  /** The code of this machine's region, or its coordinates; `local` when absent. */
  readonly region?: string | Location | undefined
  /** External pages that the dashboard links to; absent ones are not linked. */
  readonly links?: InstallationLinks
  /** A status page's incidents as JSON, in Statuspage's format. */
  readonly statusFeedUrl?: string | undefined
  /** The URL that error reports are posted to as JSON. */
  readonly errorCollectorUrl?: string | undefined
  /** Whether usage events of people who consent are stored. */
  readonly telemetry?: boolean
  /**
   * Called with the projects that no longer serve, so that their open connections can be closed.
   */
  readonly onRestricted?: (refs: ReadonlySet<string>) => void
  /** The most memory that one project's Postgres can use. */
  readonly projectMemoryBytes: number
  /** The clients that the door of the databases refuses for some time. */
  readonly clientBans: Pick<Bans, 'list' | 'lift'>
  /** Reads the certificate of database connections; absent without one. */
  readonly databaseCertificate?: (() => Promise<DatabaseCertificate>) | undefined
  /** The model provider of the installation, and where providers of organizations can be. */
  readonly assistant?:
    | {
        readonly provider: InstallationProvider | undefined
        readonly allowsPrivateAddresses: boolean
      }
    | undefined
  /** Whether the limits of an organization's plan are enforced; off by default. */
  readonly planLimits?: boolean
}

import type { InstallationLinks, SignUpPolicy } from '@stoa/contract/platform/installation'
import type { Location } from '@stoa/contract/catalog/regions'
import type { Fleet } from '../fleet/port.ts'
import type { Mailer } from '../project/mailer.ts'
import type { Service } from '../project/service.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Database } from '../postgres/database.ts'
import type { Mode } from './permissions.ts'

/** What a person's access token says, or why it is not taken. */
export type VerifiedAccount =
  | {
      readonly userId: string
      readonly email: string
      readonly sessionId: string
      /** The account has a second factor, and this session proved it. */
      readonly hasSecondFactor: boolean
    }
  | { readonly reason: 'expired' | 'invalid' | 'signed_out' | 'second_factor_required' }

/** The accounts of the installation: users of the platform's own database, kept by the auth service. */
export type AccountPort = {
  /** Makes a confirmed account, whatever the sign-up policy. Rejects with 409 `account_exists` or 422 `weak_password`. */
  createAccount(account: { email: string; password: string }): Promise<string>
  /** The account whose password this is; lets a claim that was cut short be repeated. */
  findAccount?(account: { email: string; password: string }): Promise<string | undefined>
  verifyAccessToken(token: string): Promise<VerifiedAccount> | VerifiedAccount
  /** Removes an account's second factors and says how many. Rejects with 404 `account_not_found`. */
  removeFactors(email: string): Promise<number>
}

/** Where databases can be put: one machine has one placement. */
export type Placement = {
  readonly provider: string
  readonly region: string
  readonly displayName: string
  readonly location?: Location
}

/** Where the installation is reached from outside. */
export type Addresses = {
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly databaseHost: string
  readonly databasePort: number
}

export type PlatformDeps = {
  readonly control: Database
  readonly fleet: Fleet
  readonly accounts: AccountPort
  readonly clock: Clock
  /** Asked at each use: with port 0 the addresses are known only once the server listens. */
  readonly addresses: () => Addresses
  /** `18.4`: what a project that has not come up yet will run. */
  readonly engineVersion: string
  readonly environment: 'development' | 'production'
  readonly mode: Mode
  readonly disabledFeatures: readonly string[]
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
  /** The first is the default where no location is known; the local machine when absent. */
  readonly placements?: readonly Placement[]
  /** Where this installation is, to choose the nearest of several placements. */
  readonly location?: Location
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
  /** Hosted with billing configured: plans' project limits count. Off, there are none. */
  readonly hasBilling?: boolean
}

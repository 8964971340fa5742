import type { Outgoing, OutgoingStreams } from '../lib/outgoing.ts'
import { createPeers, type MainPeers } from '../project/peers.ts'
import { createRecentRequests, type RecentRequests } from '../project/recent-requests.ts'
import type { ServicesDeps } from '../services/index.ts'
import type { OwnedHost } from './host.ts'
import type { LateParts } from './late-parts.ts'
import { createLogParts } from './log-parts.ts'

/** The parts that the services share with the platform and the doors. */
export type SharedParts = {
  readonly peers: MainPeers
  readonly recentRequests: RecentRequests
  readonly outgoing: Outgoing & OutgoingStreams
}

export const createSharedParts = (outgoing: SharedParts['outgoing']): SharedParts => ({
  peers: createPeers(),
  recentRequests: createRecentRequests(),
  outgoing,
})

/** Connections of the same machine need no encryption. */
const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

export function servicesDeps(
  host: OwnedHost,
  { addresses, mailer, inbox, platform, looks, backups, frontDoor }: LateParts,
  { peers, recentRequests, outgoing }: SharedParts,
): ServicesDeps {
  const { config, clock, log, fence, folder } = host
  const rules = () => platform.get().accountRules
  return {
    clock,
    log,
    mailer: (mail) => mailer.get()(mail),
    inbox: (mail) => inbox.get()(mail),
    hasMailServer: config.smtpUrl !== undefined,
    outgoing,
    recentRequests,
    allowsPrivateAddresses: config.allowsPrivateAddresses,
    fence: fence.functions,
    databaseDoor: () => ({
      host: addresses.databaseHost,
      port: addresses.databasePort,
      serve: (socket, ref) => frontDoor.get().serveFunction(socket, ref),
    }),
    functionsFolder: config.functionsFolder,
    functionRegistries: config.functionRegistries,
    installationKey: folder.installationKey,
    peers,
    storageLimitBytes: config.storageLimitBytes,
    storageBucket: config.storageBucket,
    logs: createLogParts(host),
    metrics: host.metrics,
    looks: () => looks.get(),
    isBackupFailing: async (ref) => backups.get().isFailing(ref),
    planOf: (ref) => platform.get().planOf(ref),
    alertRecords: () => platform.get().alertRecords,
    drainRecords: () => platform.get().drainRecords,
    hasPlanLimits: config.planLimits && config.mode === 'platform',
    advisorRecords: () => platform.get().advisorRecords,
    queryRecords: () => platform.get().queryRecords,
    hasUnencryptedDatabases: () =>
      !addresses.databaseTls && !LOCAL_HOSTS.has(addresses.databaseHost),
    organizationOf: (ref) => platform.get().organizationOf(ref),
    platformRules: {
      admit: (request) => rules().admit(request),
      useInvitation: (inviteToken) => rules().useInvitation(inviteToken),
      revokeAccessTokens: (userId) => rules().revokeAccessTokens(userId),
    },
    installationUrls: () => ({ dashboard: addresses.publicUrl, apis: addresses.apiUrl }),
  }
}

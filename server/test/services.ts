import { systemClock } from '../src/lib/clock.ts'
import { silentLog } from '../src/lib/log.ts'
import { createMetrics } from '../src/metrics/metrics.ts'
import { createOutgoing } from '../src/lib/outgoing.ts'
import { createPeers } from '../src/project/peers.ts'
import type { Service } from '../src/project/service.ts'
import { noLogParts } from './log-parts.ts'
import { noFence } from '../src/services/functions/index.ts'
import { createServices } from '../src/services/index.ts'
import { noAlertRecords } from './alerts/records.ts'
import { createMemoryDrains } from './logs/drain-records.ts'
import { noLooks } from './looks.ts'
import { noAdvisorRecords } from './advisors/records.ts'
import { noQueryRecords } from './query-performance/records.ts'

let services: readonly Service[] | undefined

/** Every service's declaration, in production order; their mail is discarded. */
export const testServices = (): readonly Service[] =>
  (services ??= createServices({
    clock: systemClock,
    log: silentLog,
    mailer: async () => {},
    inbox: async () => {},
    outgoing: createOutgoing({ allowsPrivate: false }),
    allowsPrivateAddresses: false,
    fence: noFence,
    functionRegistries: {},
    databaseDoor: () => ({ host: 'localhost', port: 6543, serve() {} }),
    logs: noLogParts,
    metrics: createMetrics({ clock: systemClock }),
    looks: noLooks,
    isBackupFailing: async () => undefined,
    planOf: async () => 'free',
    advisorRecords: noAdvisorRecords,
    queryRecords: noQueryRecords,
    alertRecords: noAlertRecords,
    hasMailServer: false,
    drainRecords: createMemoryDrains,
    organizationOf: async (ref) => ref,
    installationKey: Buffer.alloc(32, 7),
    storageLimitBytes: 1e9,
    peers: createPeers(),
  }).all)

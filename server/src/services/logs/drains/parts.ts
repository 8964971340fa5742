import { createSecretBox } from '../../../lib/secret-box.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Log } from '../../../lib/log.ts'
import type { Outgoing } from '../../../lib/outgoing.ts'
import type { LogParts } from '../../../logs/index.ts'
import type { DrainRecords } from '../../../project/drain-records.ts'
import { createDrains, openConfig, type Drains } from './drains.ts'
import { createReceiver } from './receivers/create-receiver.ts'
import { createDrainRunner, type DrainRunner } from './runner.ts'
import { RETRY_WAITS, type RetryWaits } from './worker.ts'
import type { StoredDrain } from '../../../project/drain-records.ts'
import type { LogDrainConfig } from '@stoa/contract/services/logs/drains'

export type DrainPartsDeps = {
  readonly logs: Pick<LogParts, 'store' | 'reader'>
  readonly records: () => DrainRecords
  readonly outgoing: Outgoing
  readonly installationKey: Buffer
  readonly clock: Clock
  readonly log: Log
  readonly ownUrl: () => string
  readonly hasDrains: (ref: string) => Promise<boolean>
  readonly waits?: RetryWaits
}

/** The drains of all projects and their workers. */
export function createDrainParts({
  installationKey,
  waits = RETRY_WAITS,
  ...deps
}: DrainPartsDeps): { readonly drains: Drains; readonly runner: DrainRunner } {
  const secrets = createSecretBox(installationKey, 'log-drains')
  const receiverOf = ({ ref }: Pick<StoredDrain, 'ref'>, config: LogDrainConfig) =>
    createReceiver({ ...deps, ref }, config)
  const configOf = (drain: StoredDrain) => openConfig(secrets, drain)
  const runner = createDrainRunner({ ...deps, waits, receiverOf, configOf })
  return { runner, drains: createDrains({ ...deps, secrets, runner, receiverOf }) }
}
